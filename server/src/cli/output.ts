import type { WriteStream } from 'node:tty';

const BAR_WIDTH = 30;
const REDRAW_MS = 100;

/** Shows the progress of a long command: a bar on a terminal, otherwise a line for every tenth. */
export interface Progress {
  /** `done` of `total`, in the unit that the title names. */
  update(done: number, total: number): void;
  end(): void;
}

/** The output of a command: results on standard output, progress on standard error. */
export interface Output {
  line(text: string): void;
  error(text: string): void;
  progress(title: string): Progress;
}

export function processOutput(): Output {
  process.stdout.on('error', ignoreClosedReader);
  process.stderr.on('error', ignoreClosedReader);
  const bar = { isOpen: false };
  return {
    line: (text) => write(process.stdout, text, bar),
    error: (text) => write(process.stderr, text, bar),
    progress: (title) =>
      process.stderr.isTTY
        ? terminalBar(title, process.stderr, bar)
        : plainProgress(title, (text) => write(process.stderr, text, bar)),
  };
}

/** `isOpen` if the terminal's cursor is on the line of a progress bar, where no other text must begin. */
interface Bar {
  isOpen: boolean;
}

function write(stream: NodeJS.WriteStream, text: string, bar: Bar): void {
  closeBar(bar);
  stream.write(`${text}\n`);
}

function closeBar(bar: Bar): void {
  if (bar.isOpen) {
    bar.isOpen = false;
    process.stderr.write('\n');
  }
}

/** A reader that closes the pipe, such as `head`, is not a failure. The command finishes without output. */
function ignoreClosedReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') {
    throw error;
  }
}

function terminalBar(title: string, stream: WriteStream, bar: Bar): Progress {
  let drawnAtMs = 0;
  const draw = (done: number, total: number) => {
    bar.isOpen = true;
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const filled = Math.round(share * BAR_WIDTH);
    const blocks = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    stream.write(`\r${title} ${blocks} ${Math.floor(share * 100)} % (${done} of ${total})`);
  };
  return {
    update(done, total) {
      const nowMs = performance.now();
      if (nowMs - drawnAtMs >= REDRAW_MS || done === total) {
        drawnAtMs = nowMs;
        draw(done, total);
      }
    },
    end: () => closeBar(bar),
  };
}

/** Prints a line for every tenth, so that a log shows the progress. */
export function plainProgress(title: string, print: (line: string) => void): Progress {
  let shownTenth = 0;
  return {
    update(done, total) {
      const tenth = total === 0 ? 10 : Math.floor((done * 10) / total);
      if (tenth > shownTenth) {
        shownTenth = tenth;
        print(`${title}: ${tenth * 10} % (${done} of ${total})`);
      }
    },
    end: () => {},
  };
}
