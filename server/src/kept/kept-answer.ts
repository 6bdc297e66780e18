import { createHash } from 'node:crypto';
import { type Effort, LEAST_PACKED_BYTES, type Packing, pack } from '../http/packing.js';

/** What an answer says, before it is bytes. */
export interface Content {
  /** Its content-type. */
  readonly type: string;
  readonly text: string;
  /** Headers of its own, such as a link to its next page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What of a request besides accept-encoding decides what it gets, as in the header `vary`. */
  readonly vary?: string;
  /** What the text was made from; a maker who finds the same again may keep the answer as it is. */
  readonly basis?: string;
}

/** The bytes of an answer in one packing, and the headers that say so. */
export interface Form {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Packed once for many: worth more than what one request would spend. */
const EFFORT: Effort = { brotli: 4, gzip: 6 };
/** Of a long answer, which everybody waits for. */
const EFFORT_FOR_LONG: Effort = { brotli: 1, gzip: 1 };
const LONG_BYTES = 256 * 1024;
/** What an answer takes in memory besides its bytes, at most. */
const BYTES_BESIDES = 4_096;

/** An answer as bytes that are the same for everybody who asks for it. Each packing is made when first asked for. */
export class KeptAnswer {
  /** Weak, since the same answer may be packed in several ways. */
  readonly etag: string;
  readonly basis: string | null;
  /** What stands in an answer that says that nothing has changed. */
  readonly headersOfUnchanged: Readonly<Record<string, string>>;
  private readonly plain: Form;
  private readonly type: string;
  private readonly packed = new Map<Packing, Form>();
  private readonly underWay = new Map<Packing, Promise<Form>>();

  /** @param onGrown told when a packing has been added */
  constructor(
    { type, text, vary, headers, basis }: Content,
    private readonly onGrown: () => void,
  ) {
    const bytes = bytesOf(text);
    this.type = type;
    this.basis = basis ?? null;
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    this.headersOfUnchanged = {
      etag: this.etag,
      'cache-control': 'no-cache', // browsers may keep it, and ask each time whether it still holds
      vary: vary ? `accept-encoding, ${vary}` : 'accept-encoding',
      ...headers,
    };
    this.plain = this.formOf(bytes);
  }

  /** What it takes in memory. */
  get size(): number {
    let size = BYTES_BESIDES + this.plain.bytes.length + 2 * (this.basis ?? '').length;
    for (const { bytes } of this.packed.values()) {
      size += bytes.length;
    }
    return size;
  }

  /** The form in this packing if it is there. */
  ready(packing: Packing | null): Form | null {
    return packing === null || this.isShort ? this.plain : (this.packed.get(packing) ?? null);
  }

  /** The form in this packing, made once however many ask. */
  form(packing: Packing | null): Promise<Form> {
    const ready = this.ready(packing);
    if (ready || packing === null) {
      return Promise.resolve(ready ?? this.plain);
    }
    const making = this.underWay.get(packing) ?? this.pack(packing);
    this.underWay.set(packing, making);
    return making;
  }

  /** Whether whoever sends this if-none-match has the answer already. */
  isKnownBy(ifNoneMatch: string | undefined): boolean {
    if (ifNoneMatch === undefined) {
      return false;
    }
    return (
      ifNoneMatch === this.etag ||
      ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(this.etag))
    );
  }

  /** Whether both are the same to whoever gets them. */
  equals({ etag, type, headersOfUnchanged }: KeptAnswer): boolean {
    return (
      etag === this.etag &&
      type === this.type &&
      JSON.stringify(headersOfUnchanged) === JSON.stringify(this.headersOfUnchanged)
    );
  }

  private get isShort(): boolean {
    return this.plain.bytes.length < LEAST_PACKED_BYTES;
  }

  private async pack(packing: Packing): Promise<Form> {
    const { bytes } = this.plain;
    try {
      const packed = await pack(bytes, packing, bytes.length > LONG_BYTES ? EFFORT_FOR_LONG : EFFORT);
      const form = this.formOf(packed, packing);
      this.packed.set(packing, form);
      this.onGrown();
      return form;
    } finally {
      this.underWay.delete(packing);
    }
  }

  private formOf(bytes: Buffer, packing?: Packing): Form {
    return {
      bytes,
      headers: {
        'content-type': this.type,
        ...(packing && { 'content-encoding': packing }),
        'content-length': String(bytes.length),
        ...this.headersOfUnchanged,
      },
    };
  }
}

/** In memory of its own: a short one from the pool that Node shares would keep all of its piece of the pool. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** A tag without what says that it is weak. */
function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
