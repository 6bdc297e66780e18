import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FairQueue } from '../http/fair-queue.js';
import type { MadePicture } from './make-picture.js';
import { PictureError } from './picture-error.js';

/** The built file, because a child process cannot run TypeScript. */
const PROCESS_FILE = fileURLToPath(new URL('../../dist/pictures/make-picture-process.js', import.meta.url));

/** Each takes a few hundred megabytes for a large picture. */
const MAX_PROCESSES = 2;

/** Ten times as long as an AVIF of 49 million pixels takes on a busy machine. */
const MAX_TIME_MS = 60_000;

export interface MakerRequest {
  readonly original: Buffer;
  /** True for the one file of a photo at the desk, false for all files of a product's picture. */
  readonly isPhoto: boolean;
}

/** The answer of a process: what it has made, the reason for a refusal, or its failure. */
export type MakerAnswer =
  | { readonly made: MadePicture | Uint8Array }
  | { readonly refusal: string }
  | { readonly failure: string };

/**
 * Makes pictures in child processes, which are started on demand. A decoder cannot be interrupted, but its process can
 * be killed, so a decoder that hangs or crashes costs only its picture. The processes have an empty environment, and so
 * no secrets.
 */
export class PictureMakers {
  private readonly slots = new FairQueue(MAX_PROCESSES);
  private idle: ChildProcess[] = [];
  private isClosed = false;

  /** @param maxTimeMs the limit for one picture, including the start of a process */
  constructor(
    private readonly maxTimeMs = MAX_TIME_MS,
    private readonly start = startProcess,
  ) {}

  /**
   * Makes all files of a picture, as `makePicture` does.
   * @throws PictureError if it is refused, takes too long or crashes the decoder
   */
  async make(original: Buffer, signal: AbortSignal): Promise<MadePicture> {
    return (await this.ask({ original, isPhoto: false }, signal)) as MadePicture;
  }

  /**
   * Makes the file of a photo, as `makePhoto` does.
   * @throws PictureError as `make` does
   */
  async makePhoto(original: Buffer, signal: AbortSignal): Promise<Buffer> {
    return Buffer.from((await this.ask({ original, isPhoto: true }, signal)) as Uint8Array);
  }

  private ask(request: MakerRequest, signal: AbortSignal): Promise<MadePicture | Uint8Array> {
    return this.slots.run('', async () => {
      signal.throwIfAborted();
      const child = this.takeIdle() ?? this.start();
      const answer = await answerOf(child, request, this.maxTimeMs, signal).catch((error: unknown) => {
        child.kill('SIGKILL');
        throw error;
      });
      if (this.isClosed) {
        child.kill('SIGKILL');
      } else {
        this.idle.push(child);
      }
      return madeOf(answer);
    });
  }

  /** Ends the idle processes. A busy process ends after its picture. */
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

/** Sends a picture to a process and waits for its answer. */
async function answerOf(
  child: ChildProcess,
  request: MakerRequest,
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
    child.send(request);
  });
  return answer.finally(() => cleanUp());
}

function madeOf(answer: MakerAnswer): MadePicture | Uint8Array {
  if ('made' in answer) {
    return answer.made;
  }
  throw 'refusal' in answer ? new PictureError(answer.refusal) : new Error(answer.failure);
}
