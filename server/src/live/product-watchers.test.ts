import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventStream } from './event-stream.js';
import { ProductWatchers } from './product-watchers.js';

let nowMs: number;
let watchers: ProductWatchers;

beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 0;
  watchers = new ProductWatchers(() => nowMs);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Adds a reader whose writes take this long. @returns the chunks written */
function join(productIds: number | readonly number[], writeMs = 0): string[] {
  const written: string[] = [];
  const send = (bytes: string | Buffer) => {
    written.push(String(bytes));
    nowMs += writeMs;
  };
  watchers.join({ send } as unknown as EventStream, new Set([productIds].flat()));
  return written;
}

let number = 0;

function tell(productId: number, text: string): void {
  number += 1;
  watchers.tell({ number, productId, text });
}

function pass(ms: number): void {
  nowMs += ms;
  vi.advanceTimersByTime(ms);
}

it('writes simultaneous events in one chunk, to the readers of that product', () => {
  const [one, other] = [join(1), join(2)];
  tell(1, 'a');
  tell(1, 'b');
  expect(one).toEqual([]);
  pass(5);
  expect([one, other]).toEqual([['ab'], []]);
});

it('throttles rounds, so that writing takes a twenty-fifth of the time', () => {
  const written = join(1, 10);
  tell(1, 'a');
  pass(5);
  tell(1, 'b');
  tell(1, 'c');
  pass(235);
  expect(written).toEqual(['a']);
  pass(10);
  expect(written).toEqual(['a', 'bc']);
});

it('pauses for half a second at most', () => {
  const written = join(1, 1_000);
  tell(1, 'a');
  pass(5);
  tell(1, 'b');
  pass(510);
  expect(written).toEqual(['a', 'b']);
});

it('sends a new reader no earlier events', () => {
  const early = join(1);
  tell(1, 'a');
  const late = join(1);
  tell(1, 'b');
  pass(5);
  expect([early, late]).toEqual([['a', 'b'], ['b']]);
});

it('writes events of several products in order of their ids, so that a cut stream has no gaps', () => {
  const written = join([1, 2]);
  tell(1, 'a');
  tell(2, 'b');
  tell(1, 'c');
  pass(5);
  expect(written).toEqual(['abc']);
});

it('holds nothing back from a reader of several products while another joins', () => {
  const written = join([1, 2]);
  tell(2, 'a');
  tell(1, 'b');
  join(1);
  expect(written).toEqual(['ab']);
});

it('writes all waiting events when it closes', () => {
  const written = join(1);
  tell(1, 'a');
  watchers.close();
  pass(5);
  expect(written).toEqual(['a']);
});
