import { LRUCache } from 'lru-cache';
import { BusyError } from '../errors/busy-error.js';
import type { PictureStore } from './picture-store.js';

/** Enough for the pictures of some hundred products in lists. */
const MAX_BYTES = 64 * 1024 ** 2;

/** Enough for thousands of reads per second, and the maximum that wait if the store hangs. */
const MAX_READ_AT_ONCE = 100;

/** Reads pictures from a store and caches the most recently used ones. */
export class PictureMemory {
  private readonly known: LRUCache<string, Buffer>;
  private readonly reading = new Map<string, Promise<Buffer | null>>();

  constructor(
    private readonly store: Pick<PictureStore, 'read'>,
    maxBytes = MAX_BYTES,
    private readonly maxReadAtOnce = MAX_READ_AT_ONCE,
  ) {
    this.known = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ length }) => Math.max(1, length) });
  }

  /** The number of cached bytes. */
  get size(): number {
    return this.known.calculatedSize;
  }

  /**
   * The file with this name, or null. Concurrent requests for the same file share one read.
   * @throws BusyError if too many files are being read
   */
  async read(name: string): Promise<Buffer | null> {
    const known = this.known.get(name);
    if (known) {
      return known;
    }
    const underWay = this.reading.get(name);
    if (!underWay && this.reading.size >= this.maxReadAtOnce) {
      throw new BusyError('too many pictures are being read');
    }
    const reading = underWay ?? this.readFromStore(name);
    this.reading.set(name, reading);
    return reading;
  }

  private async readFromStore(name: string): Promise<Buffer | null> {
    try {
      const file = await this.store.read(name);
      if (file !== null) {
        this.known.set(name, file);
      }
      return file;
    } finally {
      this.reading.delete(name);
    }
  }
}
