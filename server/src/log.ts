import { Writable } from 'node:stream';
import { pino } from 'pino';

const REDACTED = ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'];
const WARNING_LEVEL = 40;

/** The log of a process: JSON lines for machines, and plain sentences where a person looks on. */
export function createLog(level: string) {
  const options = { level, redact: REDACTED };
  return process.stdout.isTTY ? pino(options, sentences(process.stdout)) : pino(options);
}

interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
}

function sentences(terminal: NodeJS.WritableStream): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      const { level, msg = '', err } = JSON.parse(String(chunk)) as LogLine;
      terminal.write(`${level >= WARNING_LEVEL ? '! ' : ''}${msg}${err?.stack ? `\n${err.stack}` : ''}\n`);
      done();
    },
  });
}
