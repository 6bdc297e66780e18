import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Rounds } from '../http/rounds.js';
import type { MadePicture } from './make-picture.js';
import { PictureError } from './picture-error.js';

/** Built, because a process of its own does not read TypeScript. */
const PROCESS_FILE = fileURLToPath(new URL('../../dist/pictures/make-picture-process.js', import.meta.url));

/** Each takes some hundred megabytes when a picture is large. */
const MAX_PROCESSES = 2;

/** Ten times what 49 million pixels of AVIF take on a busy machine. */
const MAX_TIME_MS = 60_000;

/** What a process answers: the picture, why the bytes are refused, or how it failed. */
export type MakerAnswer =
  | { readonly made: MadePicture }
  | { readonly refusal: string }
  | { readonly failure: string };

/**
 * Makes pictures in processes of their own, which are started when they are needed. A decoder cannot be interrupted, but
 * its process can be killed: one that takes too long or crashes costs its picture and nothing else. The processes have
 * none of this process's environment, and so none of its secrets.
 */
export class PictureMakers {
  private readonly slots = new Rounds(MAX_PROCESSES);
  private idle: ChildProcess[] = [];
  private isClosed = false;

  /** @param maxTimeMs for one picture, the start of a process included */
  constructor(
    private readonly maxTimeMs = MAX_TIME_MS,
    private readonly start = startProcess,
  ) {}

  /**
   * Makes all files of a picture, as `makePicture` does.
   * @throws PictureError when it is refused, takes too long or makes the decoder crash
   */
  async make(original: Buffer, signal: AbortSignal): Promise<MadePicture> {
    return this.slots.run('', async () => {
      signal.throwIfAborted();
      const child = this.takeIdle() ?? this.start();
      const answer = await answerOf(child, original, this.maxTimeMs, signal).catch((error: unknown) => {
        child.kill('SIGKILL');
        throw error;
      });
      if (this.isClosed) {
        child.kill('SIGKILL');
      } else {
        this.idle.push(child);
      }
      return pictureOf(answer);
    });
  }

  /** Ends the processes; one that is making a picture ends with it. */
  close(): void {
    this.isClosed = true;
    for (const child of this.idle.splice(0)) {
      child.kill('SIGKILL');
    }
  }

  private takeIdle(): ChildProcess | undefined {
    this.idle = this.idle.filter(({ connected }) => connected);
    return this.idle.pop();
  }
}

export function startProcess(): ChildProcess {
  return fork(PROCESS_FILE, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  }).on('error', () => {}); // reported by `answerOf`; without a listener it would end this process
}

/** The answer of a process to one picture. */
async function answerOf(
  child: ChildProcess,
  original: Buffer,
  maxTimeMs: number,
  signal: AbortSignal,
): Promise<MakerAnswer> {
  let cleanUp = () => {};
  const answer = new Promise<MakerAnswer>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    const onLate = () => reject(new PictureError(`it took more than ${maxTimeMs / 1_000} seconds to read`));
    const onExit = (code: number | null, killedBy: string | null) =>
      reject(new PictureError(`the process that read it crashed (${killedBy ?? `exit code ${code}`})`));
    const timer = setTimeout(onLate, maxTimeMs);
    signal.addEventListener('abort', onAbort);
    child.on('message', resolve).on('exit', onExit).on('error', reject);
    cleanUp = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      child.off('message', resolve).off('exit', onExit).off('error', reject);
    };
    child.send(original);
  });
  return answer.finally(() => cleanUp());
}

function pictureOf(answer: MakerAnswer): MadePicture {
  if ('made' in answer) {
    return answer.made;
  }
  throw 'refusal' in answer ? new PictureError(answer.refusal) : new Error(answer.failure);
}
