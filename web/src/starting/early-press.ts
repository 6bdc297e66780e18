import { PAGE_CODE_ID } from '@perkex/contract/rendered-page.js';

let pressed: HTMLElement | null = null;

/** Keeps in mind which button is pressed before the page answers. Links need no code. */
export function awaitEarlyPress(): void {
  document.addEventListener('click', keepInMind, true);
}

function keepInMind({ target }: Event): void {
  pressed = target instanceof Element ? target.closest('button') : null;
}

/** The page answers from now on, and does at once what was asked of it last. */
export function answerEarlyPress(): void {
  document.removeEventListener('click', keepInMind, true);
  document.getElementById(PAGE_CODE_ID)?.remove();
  pressed?.click();
  pressed = null;
}
