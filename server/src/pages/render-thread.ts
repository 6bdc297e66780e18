import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RenderedPage, RenderPage } from '@perkex/contract/rendered-page.js';

/** Built, because a thread does not read TypeScript. */
const THREAD_FILE = fileURLToPath(new URL('../../dist/pages/render-worker.js', import.meta.url));

/** A hundred times the time of a page on a busy machine. */
const MAX_TIME_MS = 10_000;
/** The rendering of a page takes some megabytes. */
const MAX_HEAP_MB = 256;

const LATE = `A page took more than ${MAX_TIME_MS / 1_000} seconds.`;
const CLOSED = 'The server is closing.';

/** Sent to the thread. */
export interface RenderTask {
  readonly id: number;
  /** A `PageToRender` as JSON, which is cheaper to send than the objects. */
  readonly page: string;
}

/** Sent by the thread. */
export type RenderAnswer =
  | { readonly id: number; readonly rendered: RenderedPage }
  | { readonly id: number; readonly error: unknown };

interface Pending {
  readonly worker: Worker;
  readonly resolve: (rendered: RenderedPage) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Renders pages in a thread, so that no order waits for a page. The thread starts with the first page. If a page takes
 * too long or needs too much memory, the thread ends, and the next page starts another one.
 */
export class RenderThread {
  private worker: Worker | null = null;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private isClosed = false;

  /** @param rendererUrl the built module that exports `renderPage` */
  constructor(private readonly rendererUrl: string) {}

  /** @throws an Error of the renderer, or one that says why the thread ended */
  readonly render: RenderPage = (page) => {
    if (this.isClosed) {
      return Promise.reject(new Error(CLOSED));
    }
    const worker = this.worker ?? this.start();
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      const onLate = () => this.end(worker, new Error(LATE));
      const timer = setTimeout(onLate, MAX_TIME_MS).unref();
      this.pending.set(id, { worker, resolve, reject, timer });
      worker.postMessage({ id, page: JSON.stringify(page) } satisfies RenderTask);
    });
  };

  /** Ends the thread; pages under way fail. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.worker) {
      await this.end(this.worker, new Error(CLOSED));
    }
  }

  private start(): Worker {
    const worker = new Worker(THREAD_FILE, {
      workerData: this.rendererUrl,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.worker = worker;
    worker.unref();
    worker.on('message', (answer: RenderAnswer) => this.settle(answer));
    worker.on('error', (error) => void this.end(worker, error));
    worker.on('exit', () => void this.end(worker, new Error('The thread that renders pages ended.')));
    return worker;
  }

  private settle(answer: RenderAnswer): void {
    const pending = this.pending.get(answer.id);
    this.pending.delete(answer.id);
    clearTimeout(pending?.timer);
    if ('rendered' in answer) {
      pending?.resolve(answer.rendered);
    } else {
      pending?.reject(answer.error);
    }
  }

  private async end(worker: Worker, error: Error): Promise<void> {
    if (this.worker === worker) {
      this.worker = null;
    }
    for (const [id, pending] of this.pending) {
      if (pending.worker === worker) {
        this.settle({ id, error });
      }
    }
    await worker.terminate();
  }
}
