import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announceLive, forgetAnnouncements, useAnnouncement } from './announce.js';

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

it('forgets what a closed screen has announced or would announce, and nothing else', () => {
  announceLive('of the panel', 'panel');
  announceLive('of the panel, later', 'panel');
  forgetAnnouncements('panel');
  expect(said()).toBe('');
  vi.advanceTimersByTime(5_000);
  expect(said()).toBe('');
  announceLive('of the page');
  announceLive('of the page, later');
  forgetAnnouncements('panel');
  expect(said()).toBe('of the page');
  vi.advanceTimersByTime(5_000);
  expect(said()).toBe('of the page, later');
});
