import { expect, it, vi } from 'vitest';
import { localTime } from './local-time.js';

const DATE = '2026-11-22T23:40:01.088Z';

it('shows the local time, and UTC in the title', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(localTime('local', DATE)).toEqual({
    text: '23 Nov 2026, 00:40',
    title: '22 Nov 2026, 23:40 UTC, shown in your own time',
  });
});

it('shows UTC while the local time zone is unknown', () => {
  expect(localTime('utc', DATE)).toEqual({ text: '22 Nov 2026, 23:40', title: '22 Nov 2026, 23:40 UTC' });
});
