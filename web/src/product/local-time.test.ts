import { expect, it } from 'vitest';
import { localTime } from './local-time.js';

it('shows the time of the place, and in the title UTC and the zone', () => {
  expect(localTime('2026-11-22T23:40:01.088Z', 'Europe/Berlin')).toEqual({
    text: 'Nov 23, 2026, 00:40',
    title: '2026-11-22 23:40 UTC, shown in the time of Europe/Berlin',
  });
});
