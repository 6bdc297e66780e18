import { expect, it } from 'vitest';
import { deadlineText } from './deadline-text.js';

it.each([
  ['2026-12-03T00:00:00.000Z', '2 Dec 2026, 24:00'],
  ['2027-01-01T00:00:00.000Z', '31 Dec 2026, 24:00'],
  ['2026-12-03T00:01:00.000Z', '3 Dec 2026, 00:01'],
  ['2026-12-02T18:38:00.000Z', '2 Dec 2026, 18:38'],
])('the deadline %s is written as %s', (at, text) => expect(deadlineText('utc', at)).toBe(text));
