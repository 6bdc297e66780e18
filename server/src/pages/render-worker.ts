// The thread in which `RenderThread` has pages rendered, one after the other.
import { parentPort, workerData } from 'node:worker_threads';
import type { PageToRender, RenderPage } from '@perkex/contract/rendered-page.js';
import type { RenderAnswer, RenderTask } from './render-thread.js';

const { renderPage } = (await import(workerData as string)) as { readonly renderPage: RenderPage };

async function answer({ id, page }: RenderTask): Promise<RenderAnswer> {
  try {
    return { id, rendered: await renderPage(JSON.parse(page) as PageToRender) };
  } catch (error) {
    return { id, error };
  }
}

parentPort?.on('message', async (task: RenderTask) => parentPort?.postMessage(await answer(task)));
