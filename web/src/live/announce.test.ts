import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announceLive, useAnnouncement } from './announce.js';

const said = () => useAnnouncement.getState().sentence;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('announces at most one sentence every five seconds, the newest that arrived in between', () => {
  announceLive('one');
  announceLive('two');
  announceLive('three');
  expect(said()).toBe('one');
  vi.advanceTimersByTime(4_999);
  expect(said()).toBe('one');
  vi.advanceTimersByTime(1);
  expect(said()).toBe('three');
  vi.advanceTimersByTime(5_000);
  expect(said()).toBe('');
});
