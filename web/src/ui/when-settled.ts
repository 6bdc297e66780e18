/** Minimum time before a control that appeared or moved accepts a press. */
const MIN_SETTLING_MS = 700;
/** Minimum time since a pointer, Enter or Space was last down. */
const STILL_MS = 400;

const PRESSING_KEYS: readonly string[] = ['Enter', ' '];

/**
 * Calls back once a control that has just appeared under a finger may accept a press: after MIN_SETTLING_MS, and
 * STILL_MS after the last pointer or pressing key was released. The second tap of a double tap, and a key held down,
 * therefore have no effect.
 * @param page receives the pointer and key events of the whole page
 * @returns cancels the wait
 */
export function whenSettled(page: EventTarget, onSettled: () => void): () => void {
  const startedAt = performance.now();
  const pressed = new Set<string>();
  const listening = new AbortController();
  let timer = setTimeout(finish, MIN_SETTLING_MS);

  function finish(): void {
    stop();
    onSettled();
  }

  function stop(): void {
    clearTimeout(timer);
    listening.abort();
  }

  function press(source: string | null): void {
    if (source !== null) {
      pressed.add(source);
      clearTimeout(timer);
    }
  }

  function release(source: string | null): void {
    if (source !== null) {
      pressed.delete(source);
      restart();
    }
  }

  function restart(): void {
    clearTimeout(timer);
    if (pressed.size === 0) {
      timer = setTimeout(finish, Math.max(STILL_MS, startedAt + MIN_SETTLING_MS - performance.now()));
    }
  }

  function listen(type: string, listener: (event: Event) => void): void {
    page.addEventListener(type, listener, { capture: true, signal: listening.signal });
  }

  listen('pointerdown', (event) => press(pointerOf(event)));
  listen('pointerup', (event) => release(pointerOf(event)));
  listen('pointercancel', (event) => release(pointerOf(event)));
  listen('keydown', (event) => press(keyOf(event)));
  listen('keyup', (event) => release(keyOf(event)));
  // A release outside the window is not reported.
  listen('blur', ({ target }) => {
    if (target === page) {
      pressed.clear();
      restart();
    }
  });
  return stop;
}

function pointerOf(event: Event): string {
  return `pointer ${(event as PointerEvent).pointerId}`;
}

/** Null for a key that presses nothing. */
function keyOf(event: Event): string | null {
  const { key } = event as KeyboardEvent;
  return PRESSING_KEYS.includes(key) ? `key ${key}` : null;
}
