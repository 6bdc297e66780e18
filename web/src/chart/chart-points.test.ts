import { describe, expect, it } from 'vitest';
import { type ChartPoint, changeOver, indexAfterKey, stepOf, timeText } from './chart-points.js';

const points = (...starts: string[]): ChartPoint[] =>
  starts.map((start, index) => ({ start, value: 100 + index }));

describe('stepOf', () => {
  it.each([
    ['1M', 'day'],
    ['3M', 'day'],
    ['6M', 'week'],
    ['1Y', 'week'],
  ] as const)('a range of %s comes by the %s', (range, step) => {
    expect(stepOf(range, [])).toBe(step);
  });

  it('is a month for sales of some months that are long ago', () => {
    expect(stepOf('ALL', points('2023-01-01', '2023-02-01', '2023-03-01'))).toBe('month');
    expect(stepOf('ALL', points('2023-06-01'))).toBe('month');
  });

  it('is a month for a whole history of more than two years, otherwise a week', () => {
    expect(stepOf('ALL', points('2024-01-01', '2025-06-01', '2026-11-01'))).toBe('month');
    expect(stepOf('ALL', points('2026-06-01', '2026-11-16'))).toBe('week');
    expect(stepOf('ALL', points('2026-06-01'))).toBe('week');
    expect(stepOf('ALL', [])).toBe('week');
  });
});

describe('timeText', () => {
  it.each([
    ['day', '9 Nov 2026'],
    ['week', 'Week of 9 Nov 2026'],
    ['month', 'November 2026'],
  ] as const)('names a %s', (step, text) => {
    expect(timeText({ start: '2026-11-09', value: 1 }, step)).toBe(text);
  });
});

describe('changeOver', () => {
  it('compares the last point with the first', () => {
    expect(changeOver([...points('2026-11-01'), { start: '2026-11-02', value: 90 }])).toBe(-10);
  });

  it('is unknown for fewer than two points', () => {
    expect(changeOver(points('2026-11-01'))).toBeNull();
    expect(changeOver([])).toBeNull();
  });
});

describe('indexAfterKey', () => {
  it.each([
    ['ArrowLeft', 2, 1],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 2, 3],
    ['ArrowRight', 4, 4],
    ['Home', 3, 0],
    ['End', 1, 4],
  ])('%s moves from %d to %d', (key, index, next) => {
    expect(indexAfterKey(key, index, 5)).toBe(next);
  });

  it('ignores all other keys', () => {
    expect(indexAfterKey('ArrowDown', 2, 5)).toBeNull();
  });
});
