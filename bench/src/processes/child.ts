import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A process of the benchmark that receives tasks and answers each with one message. */
export class Child {
  private constructor(private readonly process: ChildProcess) {}

  /** @param main below bench/dist */
  static start(main: string): Child {
    const file = fileURLToPath(new URL(`../../dist/${main}`, import.meta.url));
    return new Child(fork(file, { execArgv: [] })); // tests run from the sources, but their processes from the build
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  /** @throws the failure that the process reports, or an error if it has ended or does not answer */
  async ask<Answer>(task: object, timeoutMs: number): Promise<Answer> {
    const ended = new AbortController();
    this.process.send(task);
    try {
      const answer = await Promise.race([
        once(this.process, 'message', { signal: ended.signal }).then(([message]) => message),
        once(this.process, 'exit', { signal: ended.signal }).then(([code]) => ({
          failed: `A process of the benchmark ended with ${code}.`,
        })),
        pause(timeoutMs, { failed: 'A process of the benchmark does not answer.' }, { signal: ended.signal }),
      ]);
      if ('failed' in answer) {
        throw new Error(answer.failed);
      }
      return answer;
    } finally {
      ended.abort();
    }
  }

  async close(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill();
      await once(this.process, 'exit');
    }
  }
}
