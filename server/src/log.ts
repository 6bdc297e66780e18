import { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { pino } from 'pino';

const REDACTED = ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'];

/** The log of a process: readable lines on a terminal, JSON elsewhere. */
export function createLog(level: string) {
  const output = process.stdout;
  const options = { level, redact: REDACTED };
  // Neither a full disk nor a closed terminal may end the process before its requests are finished. A line that cannot
  // be written is lost.
  output.on('error', () => {});
  return pino(options, output.isTTY ? readableLines(output) : output);
}

interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
}

/** Fields that every line has, or that are formatted separately. */
const NO_DETAILS = ['level', 'time', 'pid', 'hostname', 'msg', 'err'];

function readableLines(terminal: WriteStream): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      terminal.write(`${readableLine(JSON.parse(String(chunk)), terminal.hasColors())}\n`);
      done();
    },
  });
}

type Style = Parameters<typeof styleText>[0];

/** Formats the time, the message, its details, and the stack of an error below. */
function readableLine(line: LogLine, hasColours: boolean): string {
  const styled = (style: Style, text: string) => (hasColours && text !== '' ? styleText(style, text) : text);
  const { level, time, msg = '', err } = line;
  const { title, style } = LEVELS.find(({ from }) => level >= from) ?? QUIET;
  const details = Object.entries(line)
    .filter(([name]) => !NO_DETAILS.includes(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [
    `${styled('dim', timeOfDay(new Date(time)))} ${styled(style, `${title}${msg}`)}${styled('dim', details.join(''))}`,
    ...(err?.stack ? [err.stack] : []),
  ].join('\n');
}

const LEVELS: readonly { from: number; title: string; style: Style }[] = [
  { from: 50, title: 'Error: ', style: 'red' },
  { from: 40, title: 'Warning: ', style: 'yellow' },
  { from: 30, title: '', style: 'reset' },
];

const QUIET = { title: '', style: 'dim' } as const;

/** In the local time zone. */
function timeOfDay(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
