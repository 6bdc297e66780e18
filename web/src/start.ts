import { PAGE_CODE_ID, type PageCode } from '@perkex/contract/rendered-page.js';
import { awaitEarlyPress } from './starting/early-press.js';

/** A page that is rendered is painted first; only then its code is fetched, and begun in steps between which it answers. */
async function start(): Promise<void> {
  const code = document.getElementById(PAGE_CODE_ID)?.textContent;
  if (code) {
    awaitEarlyPress();
    await painted();
    document.head.append(...(JSON.parse(code) as PageCode).map(preload));
    await import('./starting/react.js');
    await nextTask();
    await import('./starting/libraries.js');
    await nextTask();
  }
  await import('./main.js');
}

async function painted(): Promise<void> {
  // No frame comes before somebody looks.
  if (document.visibilityState === 'visible') {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await nextTask();
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function preload(href: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  link.crossOrigin = '';
  return link;
}

void start();
