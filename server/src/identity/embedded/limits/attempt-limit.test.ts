import { describe, expect, it } from 'vitest';
import { limitAttempts } from './attempt-limit.js';

describe('a limit of attempts', () => {
  let timeMs = 0;
  const now = () => timeMs;

  it('lets so many through in a window, says how long to wait, and begins anew', () => {
    timeMs = 0;
    const limit = limitAttempts({ most: 2, windowSeconds: 60, now });
    expect(limit.take('a')).toBeNull();
    timeMs = 10_000;
    expect(limit.take('a')).toBeNull();
    expect(limit.take('a')).toBe(50);
    timeMs = 59_999;
    expect(limit.take('a')).toBe(1);
    timeMs = 60_000;
    expect(limit.take('a')).toBeNull();
  });

  it('counts each key by itself', () => {
    const limit = limitAttempts({ most: 1, windowSeconds: 60, now });
    expect([limit.take('a'), limit.take('b')]).toEqual([null, null]);
    expect(limit.take('a')).not.toBeNull();
  });

  it('forgets the oldest when too many are counted', () => {
    const limit = limitAttempts({ most: 2, windowSeconds: 60, keysMost: 2, now });
    for (const key of ['a', 'b', 'c', 'b', 'c']) {
      limit.take(key);
    }
    expect(limit.take('b')).not.toBeNull();
    expect(limit.take('c')).not.toBeNull();
    expect([limit.take('a'), limit.take('a')]).toEqual([null, null]);
  });

  it('does not forget one that is used up for others that were made up', () => {
    const limit = limitAttempts({ most: 2, windowSeconds: 60, keysMost: 100, now });
    expect([limit.take('victim'), limit.take('victim')]).toEqual([null, null]);
    for (let other = 0; other < 1_000; other += 1) {
      limit.take(`other ${other}`);
    }
    expect(limit.take('victim')).not.toBeNull();
  });

  it('takes an attempt back that shall not count', () => {
    const limit = limitAttempts({ most: 1, windowSeconds: 60, now });
    expect(limit.take('given back')).toBeNull();
    limit.giveBack('given back');
    expect(limit.take('given back')).toBeNull();
    expect(limit.take('given back')).not.toBeNull();
  });
});
