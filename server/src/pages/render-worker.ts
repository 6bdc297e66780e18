// The thread in which `renderThread` has pages rendered.
import { workerData } from 'node:worker_threads';
import { FIRST_SCREEN_ID } from '@perkex/contract/first-screen.js';
import type { PageToRender, RenderPage } from '@perkex/contract/rendered-page.js';
import { jsonBlock } from '../html/elements.js';
import { runTasks } from '../process/run-tasks.js';
import type { RenderedBytes } from './render-thread.js';

const { renderPage } = (await import(workerData as string)) as { readonly renderPage: RenderPage };
const encoder = new TextEncoder();

async function render(page: string): Promise<RenderedBytes> {
  const { html, queries } = await renderPage(JSON.parse(page) as PageToRender);
  return {
    html: encoder.encode(html),
    data: encoder.encode(jsonBlock('application/json', queries, FIRST_SCREEN_ID)),
  };
}

runTasks(render, ({ html, data }) => [html.buffer as ArrayBuffer, data.buffer as ArrayBuffer]);
