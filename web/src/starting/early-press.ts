import { PAGE_CODE_ID } from '@perkex/contract/rendered-page.js';

/** The page is hydrated. An inline script (`index.html`) then replays the last early press of a button. */
const ALIVE = 'alive';

let isAlive = false;

/** Calls back when the page is used before hydration, or was already. */
export function onEarlyUse(callBack: () => void): void {
  const listening = new AbortController();
  const { signal } = listening;
  const onUse = () => {
    listening.abort();
    callBack();
  };
  if (document.querySelector('[data-pressed], :focus')) {
    callBack();
  } else {
    window.addEventListener('click', onUse, { signal });
    window.addEventListener('focusin', onUse, { signal });
    window.addEventListener(ALIVE, () => listening.abort(), { signal });
  }
}

/** Marks the page as hydrated and replays the last early press. Links need no code. */
export function answerEarlyPress(): void {
  isAlive = true;
  document.getElementById(PAGE_CODE_ID)?.remove();
  window.dispatchEvent(new Event(ALIVE));
}

export interface EarlyBox {
  readonly box: HTMLInputElement;
  readonly hasFocus: boolean;
}

/** The search box of a placeholder, which the application replaces with its first page; null afterwards. */
export function searchBoxOfPlaceholder(): EarlyBox | null {
  const box = isAlive ? null : document.querySelector<HTMLInputElement>('input[type=search]');
  return box && { box, hasFocus: box === document.activeElement };
}
