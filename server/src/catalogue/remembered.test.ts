import { describe, expect, it } from 'vitest';
import { remembered } from './remembered.js';

describe('a remembered reading', () => {
  it('is shared for its lifetime, and read again after it', async () => {
    let reads = 0;
    let timeMs = 0;
    const read = remembered(async () => (reads += 1), { forMs: 1_000, nowMs: () => timeMs });
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    timeMs = 999;
    expect(await read()).toBe(1);
    timeMs = 1_000;
    expect(await read()).toBe(2);
  });

  it('that failed is read again by the next one who asks', async () => {
    let reads = 0;
    const read = remembered(
      async () => {
        reads += 1;
        if (reads === 1) {
          throw new Error('away');
        }
        return reads;
      },
      { forMs: 1_000 },
    );
    await expect(read()).rejects.toThrow('away');
    expect(await read()).toBe(2);
  });
});
