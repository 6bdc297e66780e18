import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ProductCard } from '@perkex/contract/products.js';

const pack = {
  br: (json: Buffer) =>
    promisify(brotliCompress)(json, { params: { [constants.BROTLI_PARAM_QUALITY]: PACKING_QUALITY } }),
  gzip: (json: Buffer) => promisify(gzip)(json),
};

const PACKING_QUALITY = 4;
const READY_FOR_MS = 250;

export type Packing = keyof typeof pack;
export const PACKINGS = Object.keys(pack) as Packing[];

/** The list of all products as bytes that are the same for everybody. Each packing is made when first asked for. */
class ListAnswer {
  private readonly packed = new Map<Packing, Promise<Buffer>>();

  constructor(readonly json: Buffer) {}

  packedAs(packing: Packing): Promise<Buffer> {
    const known = this.packed.get(packing) ?? pack[packing](this.json);
    this.packed.set(packing, known);
    return known;
  }
}

interface Reading {
  readonly beganAtMs: number;
  readonly answer: Promise<ListAnswer>;
  isOutdated: boolean;
}

/**
 * Keeps the list of all products ready, so that a crowd that asks for it costs one reading. A change that this process
 * has made shows at once (`outdate`), one of another process after 250 ms at most.
 */
export class ReadyList {
  private latest: Reading | null = null;
  private next: Promise<ListAnswer> | null = null;

  constructor(
    private readonly readProducts: () => Promise<readonly ProductCard[]>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Rejects when the database fails; that is not kept. */
  read(): Promise<ListAnswer> {
    const { latest } = this;
    if (latest && !latest.isOutdated && this.nowMs() - latest.beganAtMs < READY_FOR_MS) {
      return latest.answer;
    }
    this.next ??= this.readAfter(latest);
    return this.next;
  }

  /** What is ready, or being read, is not the newest any more. */
  outdate(): void {
    if (this.latest) {
      this.latest.isOutdated = true;
    }
  }

  /** One reading at a time: while orders keep coming, askers wait for the next one instead of adding another. */
  private async readAfter(before: Reading | null): Promise<ListAnswer> {
    await before?.answer.catch(() => {});
    const reading: Reading = { beganAtMs: this.nowMs(), answer: this.make(), isOutdated: false };
    this.latest = reading;
    this.next = null;
    reading.answer.catch(() => {
      reading.isOutdated = true;
    });
    return reading.answer;
  }

  private async make(): Promise<ListAnswer> {
    return new ListAnswer(Buffer.from(JSON.stringify(await this.readProducts())));
  }
}
