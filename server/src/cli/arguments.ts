import { parseArgs } from 'node:util';
import { UsageError } from './command.js';

/** An option of a command, by its long name without the dashes. */
export interface Option<Value> {
  readonly takesValue: boolean;
  readonly otherwise: Value;
  /** @throws UsageError */
  readonly read: (name: string, text: string) => Value;
}

type Options = Readonly<Record<string, Option<boolean> | Option<number>>>;

type Values<Wanted extends Options> = {
  readonly [Name in keyof Wanted]: Wanted[Name] extends Option<infer Value> ? Value : never;
};

/** An option that is there or not. */
export function flag(): Option<boolean> {
  return { takesValue: false, otherwise: false, read: () => true };
}

/** A whole number from 1 on. */
export function count(otherwise: number, most = Number.POSITIVE_INFINITY): Option<number> {
  const limits = most === Number.POSITIVE_INFINITY ? 'of 1 or more' : `from 1 to ${most}`;
  return {
    takesValue: true,
    otherwise,
    read(name, text) {
      const number = /^\d+$/.test(text) ? Number(text) : 0;
      if (number < 1 || number > most) {
        throw new UsageError(`${name} must be a whole number ${limits}, not "${text}".`);
      }
      return number;
    },
  };
}

/**
 * Reads the arguments of a command that works on one file.
 * @throws UsageError
 */
export function readFileArguments<Wanted extends Options>(
  args: readonly string[],
  options: Wanted,
): { file: string; values: Values<Wanted> } {
  const { positionals, values } = readArguments(args, options);
  const [file, ...more] = positionals;
  if (!file) {
    throw new UsageError('The name of the file is missing.');
  }
  if (more.length > 0) {
    throw new UsageError(`One file at a time: there is "${more[0]}" after "${file}".`);
  }
  return { file, values };
}

/** @throws UsageError when there is anything */
export function refuseArguments(args: readonly string[]): void {
  const { positionals } = readArguments(args, {});
  if (positionals.length > 0) {
    throw new UsageError(`"${positionals[0]}" is too much: the command takes no arguments.`);
  }
}

function readArguments<Wanted extends Options>(
  args: readonly string[],
  options: Wanted,
): { positionals: string[]; values: Values<Wanted> } {
  const types = Object.fromEntries(
    Object.entries(options).map(([name, { takesValue }]) => [
      name,
      { type: takesValue ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  // Not strict: what is wrong is said below, in our words.
  const { tokens } = parseArgs({ args: [...args], options: types, strict: false, tokens: true });
  const positionals: string[] = [];
  const given = new Map<string, boolean | number>();
  for (const token of tokens) {
    if (token.kind === 'positional') {
      positionals.push(token.value);
    } else if (token.kind === 'option') {
      if (given.has(token.name)) {
        throw new UsageError(`${token.rawName} is there twice.`);
      }
      given.set(token.name, readOption(token, options));
    }
  }
  const values = Object.entries(options).map(([name, { otherwise }]) => [name, given.get(name) ?? otherwise]);
  return { positionals, values: Object.fromEntries(values) as Values<Wanted> };
}

interface OptionToken {
  readonly name: string;
  /** As it was written, with its dashes. */
  readonly rawName: string;
  readonly value: string | undefined;
}

function readOption({ name, rawName, value }: OptionToken, options: Options): boolean | number {
  const option = Object.hasOwn(options, name) && rawName === `--${name}` ? options[name] : undefined;
  if (!option) {
    throw new UsageError(`There is no option ${rawName}.`);
  }
  if (option.takesValue && value === undefined) {
    throw new UsageError(`${rawName} wants a value.`);
  }
  if (!option.takesValue && value !== undefined) {
    throw new UsageError(`${rawName} takes no value.`);
  }
  return option.read(rawName, value ?? '');
}
