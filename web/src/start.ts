import './styles.css';
import { PAGE_CODE_ID, type PageCode } from '@perkex/contract/rendered-page.js';

/** A page that is rendered is painted first; only then its code is fetched. */
function start(): void {
  const code = document.getElementById(PAGE_CODE_ID)?.textContent;
  if (!code) {
    void import('./main.js');
    return;
  }
  afterPaint(() => {
    document.head.append(...(JSON.parse(code) as PageCode).map(preload));
    void import('./main.js');
  });
}

function afterPaint(task: () => void): void {
  if (document.visibilityState === 'hidden') {
    task(); // No frame comes before somebody looks.
  } else {
    requestAnimationFrame(() => setTimeout(task));
  }
}

function preload(href: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  link.crossOrigin = '';
  return link;
}

start();
