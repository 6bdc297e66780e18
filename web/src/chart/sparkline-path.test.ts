import { describe, expect, it } from 'vitest';
import { sparklinePath } from './sparkline-path.js';

describe('sparklinePath', () => {
  it('leads from edge to edge, with the highest value at the top', () => {
    expect(sparklinePath([10, 30, 20], 96, 32)).toBe('M0 30L48 2L96 16');
  });

  it('is level when nothing changes', () => {
    expect(sparklinePath([5, 5], 96, 32)).toBe('M0 16L96 16');
  });

  it('is empty for fewer than two values', () => {
    expect(sparklinePath([5], 96, 32)).toBe('');
    expect(sparklinePath([], 96, 32)).toBe('');
  });
});
