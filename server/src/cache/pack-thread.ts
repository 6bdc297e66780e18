import { type Compression, type Effort, type Pack, pack } from '../http/compress.js';
import { WorkerThread } from '../process/worker-thread.js';

export interface PackTask {
  readonly bytes: Uint8Array;
  readonly compression: Compression;
  readonly effort: Effort;
}

/** Many times the time of the largest response on a busy machine. */
const MAX_TIME_MS = 10_000;
/** The bytes are outside the heap. */
const MAX_HEAP_MB = 64;

export interface PackThread {
  readonly pack: Pack;
  readonly close: () => Promise<void>;
}

/**
 * A thread that compresses cached responses. Node's own threads have the priority of the thread of the orders, and its
 * calls of them take longer there. A response that the thread fails to compress is compressed by these.
 */
export function packThread(): PackThread {
  const thread = new WorkerThread<PackTask, Uint8Array>({
    file: new URL('../../dist/cache/pack-worker.js', import.meta.url),
    name: 'The thread that compresses responses',
    task: 'The compression of a response',
    maxTimeMs: MAX_TIME_MS,
    maxHeapMb: MAX_HEAP_MB,
  });
  return {
    async pack(bytes, compression, effort) {
      try {
        const { buffer } = await thread.run({ bytes, compression, effort });
        return Buffer.from(buffer);
      } catch {
        return pack(bytes, compression, effort);
      }
    },
    close: () => thread.close(),
  };
}
