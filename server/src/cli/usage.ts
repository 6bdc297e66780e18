import { type Command, CommanderError } from 'commander';
import { UsageError } from './command.js';

/** Refuses repeated options: all but one of them would be ignored. */
export function refuseRepeatedOptions(command: Command): void {
  const given = new Set<string>();
  for (const option of command.options) {
    command.on(`option:${option.name()}`, () => {
      if (given.has(option.name())) {
        throw new UsageError(`${option.long} is listed twice.`);
      }
      given.add(option.name());
    });
  }
}

/** Rewords an error about the use of a command and adds its usage. Returns any other error unchanged. */
export function withUsage(error: unknown, command: Command): unknown {
  const isWrongUse = error instanceof CommanderError || error instanceof UsageError;
  if (!isWrongUse) {
    return error;
  }
  const sentence = error instanceof CommanderError ? sentenceOf(error, command) : error.message;
  const usage = `Usage: ${command.parent?.name()} ${command.name()} ${command.usage()}`;
  return new UsageError(`${sentence}\n${usage}`);
}

function sentenceOf({ code, message }: CommanderError, command: Command): string {
  const [first, second] = command.args;
  const [, flag = ''] = /'([^'\s=]+)/.exec(message) ?? [];
  switch (code) {
    case 'commander.missingArgument':
      return 'The name of the file is missing.';
    case 'commander.excessArguments':
      return command.registeredArguments.length === 0
        ? `"${first}" is too much: the command takes no arguments.`
        : `One file at a time: there is "${second}" after "${first}".`;
    case 'commander.optionMissingArgument':
      return `${flag} wants a value.`;
    case 'commander.unknownOption':
      return command.options.some(({ long }) => long === flag)
        ? `${flag} takes no value.`
        : `There is no option ${flag}.`;
    default:
      return message;
  }
}
