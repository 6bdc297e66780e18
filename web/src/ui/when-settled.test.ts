import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenSettled } from './when-settled.js';

let page: EventTarget;
let isSettled: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  isSettled = false;
});

afterEach(() => {
  vi.useRealTimers();
});

function settle(): () => void {
  return whenSettled(page, () => {
    isSettled = true;
  });
}

function send(type: string, fields: object = { pointerId: 1 }): void {
  page.dispatchEvent(Object.assign(new Event(type), fields));
}

/** True if the control accepts a press after this time. */
function after(timeMs: number): boolean {
  vi.advanceTimersByTime(timeMs);
  return isSettled;
}

describe('a control that appeared', () => {
  it('accepts a press after 700 ms', () => {
    settle();
    expect(after(699)).toBe(false);
    expect(after(1)).toBe(true);
  });

  it.each([100, 150, 200, 250, 300, 400])('ignores the second tap of a double tap after %i ms', (gapMs) => {
    settle();
    after(gapMs);
    send('pointerdown');
    after(60);
    send('pointerup');
    expect(isSettled).toBe(false);
    const waitMs = Math.max(400, 700 - gapMs - 60);
    expect(after(waitMs - 1)).toBe(false);
    expect(after(1)).toBe(true);
  });

  it('waits as long as a finger stays down, and 400 ms more', () => {
    settle();
    send('pointerdown');
    expect(after(5_000)).toBe(false);
    send('pointerup');
    expect(after(399)).toBe(false);
    expect(after(1)).toBe(true);
  });

  it('waits for every finger', () => {
    settle();
    send('pointerdown', { pointerId: 1 });
    send('pointerdown', { pointerId: 2 });
    send('pointerup', { pointerId: 1 });
    expect(after(5_000)).toBe(false);
    send('pointercancel', { pointerId: 2 });
    expect(after(400)).toBe(true);
  });

  it.each(['Enter', ' '])('waits while the key "%s" is held down', (key) => {
    settle();
    after(500);
    send('keydown', { key });
    after(500);
    send('keydown', { key });
    expect(after(500)).toBe(false);
    send('keyup', { key });
    expect(after(399)).toBe(false);
    expect(after(1)).toBe(true);
  });

  it('does not wait for keys that press nothing', () => {
    settle();
    send('keydown', { key: 'Tab' });
    expect(after(700)).toBe(true);
  });

  it('does not wait for a release outside the window', () => {
    settle();
    send('pointerdown');
    send('blur');
    expect(after(700)).toBe(true);
  });

  it('stays disabled after the wait is cancelled', () => {
    settle()();
    send('pointerdown');
    send('pointerup');
    expect(after(5_000)).toBe(false);
  });
});
