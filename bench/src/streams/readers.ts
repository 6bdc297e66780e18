import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const READERS_MAIN = fileURLToPath(new URL('../../dist/streams/readers-main.js', import.meta.url));

export interface ReadersTask {
  readonly url: string;
  readonly productIds: readonly number[];
  /** The total number, spread over the products. */
  readonly streams: number;
  /** True if the events are read and timed; otherwise they stay unread in the system. */
  readonly isRead: boolean;
}

/** The arrival times of each book state, over all readers: by product, size and lowest ask. */
export type Arrivals = Record<string, number[]>;

/** Readers of streams in a separate process, so that reading does not wait for the process that places orders. */
export class Readers {
  private constructor(private readonly process: ChildProcess) {}

  /** Resolves when all streams are open. */
  static async open(task: ReadersTask): Promise<Readers> {
    const child = fork(READERS_MAIN);
    child.send(task);
    await answerOf(child);
    return new Readers(child);
  }

  /** The arrivals so far, and the number of open streams. */
  async report(): Promise<{ arrivals: Arrivals; opened: number }> {
    this.process.send('report');
    return (await answerOf(this.process)) as { arrivals: Arrivals; opened: number };
  }

  async close(): Promise<void> {
    this.process.kill();
    await once(this.process, 'exit');
  }
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const end = once(child, 'exit').then(([code]) => {
    throw new Error(`The readers ended with ${code}.`);
  });
  const [answer] = (await Promise.race([once(child, 'message'), end])) as [unknown];
  end.catch(() => {});
  return answer;
}
