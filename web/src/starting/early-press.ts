import { PAGE_CODE_ID } from '@perkex/contract/rendered-page.js';

/** The page answers: an inline script of the page (`index.html`) then presses the button that was pressed before. */
const ALIVE = 'alive';

let isAlive = false;

/** Calls back when something of the page is used before it answers, or was already. */
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

/** The page answers now, and does what its user asked for last. Links need no code. */
export function answerEarlyPress(): void {
  isAlive = true;
  document.getElementById(PAGE_CODE_ID)?.remove();
  window.dispatchEvent(new Event(ALIVE));
}

export interface EarlyBox {
  readonly box: HTMLInputElement;
  readonly hasFocus: boolean;
}

/** The search box of a placeholder, which the application replaces when it draws its first page; null afterwards. */
export function searchBoxOfPlaceholder(): EarlyBox | null {
  const box = isAlive ? null : document.querySelector<HTMLInputElement>('input[type=search]');
  return box && { box, hasFocus: box === document.activeElement };
}
