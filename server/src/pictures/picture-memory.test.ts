import { expect, it } from 'vitest';
import { BusyError } from '../errors/busy-error.js';
import { PictureMemory } from './picture-memory.js';

/** A store that has every name except `none`, and records reads. */
function countingStore(bytesEach = 10) {
  const read: string[] = [];
  return {
    asked: read,
    async read(name: string) {
      read.push(name);
      return name === 'none' ? null : Buffer.alloc(bytesEach);
    },
  };
}

it('reads a file once for concurrent requests', async () => {
  const store = countingStore();
  const memory = new PictureMemory(store);
  await Promise.all([memory.read('a'), memory.read('a')]);
  await memory.read('a');
  expect(store.asked).toEqual(['a']);
});

it('evicts the least recently used file and never exceeds its limit', async () => {
  const store = countingStore();
  const memory = new PictureMemory(store, 25);
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) {
    await memory.read(name);
    expect(memory.size).toBeLessThanOrEqual(25);
  }
  expect(store.asked).toEqual(['a', 'b', 'c', 'b']);
});

it('does not cache missing files, or files larger than its limit', async () => {
  const store = countingStore(30);
  const memory = new PictureMemory(store, 25);
  for (const name of ['none', 'none', 'large', 'large']) {
    await memory.read(name);
  }
  expect(store.asked).toEqual(['none', 'none', 'large', 'large']);
  expect(memory.size).toBe(0);
});

it('reads again after a failure of the store', async () => {
  let isAway = true;
  const memory = new PictureMemory({
    read: async () => {
      if (isAway) {
        throw new Error('away');
      }
      return Buffer.from('a');
    },
  });
  await expect(memory.read('a')).rejects.toThrow('away');
  isAway = false;
  expect(await memory.read('a')).toEqual(Buffer.from('a'));
});

it('refuses further reads at once while too many hang in the store', async () => {
  const memory = new PictureMemory({ read: () => new Promise(() => {}) }, 25, 2);
  void memory.read('a');
  void memory.read('b');
  void memory.read('a');
  await expect(memory.read('c')).rejects.toThrow(BusyError);
});
