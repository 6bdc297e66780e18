import type { PageToRender } from '@perkex/contract/rendered-page.js';
import { WorkerThread } from '../process/worker-thread.js';

/** A hundred times the time of a page on a busy machine. */
const MAX_TIME_MS = 10_000;
/** The rendering of a page takes some megabytes. */
const MAX_HEAP_MB = 256;

/** A rendered page in UTF-8, which the thread hands over without a copy. */
export interface RenderedBytes {
  /** For the element with the id `root`. */
  readonly html: Uint8Array;
  /** The element with the data of the first screen. */
  readonly data: Uint8Array;
}

export interface RenderThread {
  readonly render: (page: PageToRender) => Promise<RenderedBytes>;
  readonly close: () => Promise<void>;
}

/** A thread that renders pages. @param rendererUrl the built module that exports `renderPage` */
export function renderThread(rendererUrl: string): RenderThread {
  /** Its tasks are pages as JSON, which is cheaper to send than the objects. */
  const thread = new WorkerThread<string, RenderedBytes>({
    file: new URL('../../dist/pages/render-worker.js', import.meta.url),
    workerData: rendererUrl,
    name: 'The thread that renders pages',
    task: 'A page',
    maxTimeMs: MAX_TIME_MS,
    maxHeapMb: MAX_HEAP_MB,
  });
  return { render: (page) => thread.run(JSON.stringify(page)), close: () => thread.close() };
}
