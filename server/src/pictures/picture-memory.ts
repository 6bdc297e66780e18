import { BusyError } from '../errors/busy-error.js';
import type { PictureStore } from './picture-store.js';

/** The pictures of some hundred products, as lists show them. */
const MOST_BYTES = 64 * 1024 ** 2;

/** Of a store that answers, thousands a second; of one that hangs, all that it may hold. */
const MOST_READ_AT_ONCE = 100;

/** Reads pictures from a store and remembers those that were asked for last. */
export class PictureMemory {
  private readonly known = new Map<string, Buffer>();
  private readonly reading = new Map<string, Promise<Buffer | null>>();
  private bytes = 0;

  constructor(
    private readonly store: Pick<PictureStore, 'read'>,
    private readonly mostBytes = MOST_BYTES,
    private readonly mostReadAtOnce = MOST_READ_AT_ONCE,
  ) {}

  /** How many bytes it remembers. */
  get size(): number {
    return this.bytes;
  }

  /**
   * The file of this name, null where there is none. Whoever asks for the same at once shares one reading.
   * @throws BusyError when too many are being read
   */
  async read(name: string): Promise<Buffer | null> {
    const known = this.known.get(name);
    if (known) {
      this.known.delete(name);
      this.known.set(name, known);
      return known;
    }
    const underWay = this.reading.get(name);
    if (!underWay && this.reading.size >= this.mostReadAtOnce) {
      throw new BusyError('too many pictures are being read');
    }
    const reading = underWay ?? this.readAnew(name);
    this.reading.set(name, reading);
    return reading;
  }

  private async readAnew(name: string): Promise<Buffer | null> {
    try {
      const file = await this.store.read(name);
      if (file !== null && file.length <= this.mostBytes) {
        this.remember(name, file);
      }
      return file;
    } finally {
      this.reading.delete(name);
    }
  }

  private remember(name: string, file: Buffer): void {
    this.known.set(name, file);
    this.bytes += file.length;
    for (const [oldest, { length }] of this.known) {
      if (this.bytes <= this.mostBytes) {
        return;
      }
      this.known.delete(oldest);
      this.bytes -= length;
    }
  }
}
