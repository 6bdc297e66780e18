import { createHash } from 'node:crypto';
import { type Compression, type Effort, MIN_COMPRESSED_BYTES, type Pack, QUICK } from '../http/compress.js';

/** The content of a response before encoding. */
export interface Content {
  /** The content-type. */
  readonly type: string;
  /** A text, or its bytes in UTF-8, which must not change afterwards. */
  readonly text: string | Buffer;
  /** Additional headers, such as a link to the next page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The request headers, besides accept-encoding, that select the response, as in the header `vary`. */
  readonly vary?: string;
  /** The data that the text was made from; a producer that finds the same basis may return the cached response. */
  readonly basis?: string;
}

/** The bytes of a response in one encoding, with its headers. */
export interface Form {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Compressed once for many requests, so worth more effort than for a single one. */
const EFFORT: Effort = { brotli: 4, gzip: 6 };
const LONG_BYTES = 256 * 1024;
/** The maximum memory of a response besides its bytes. */
const BYTES_BESIDES = 4_096;

/** A cached response as bytes, the same for every caller. Each encoding is made on first use. */
export class CachedResponse {
  /** Weak, since the same response may have several encodings. */
  readonly etag: string;
  readonly basis: string | null;
  /** The headers of a 304 response. */
  readonly headersOfUnchanged: Readonly<Record<string, string>>;
  private readonly plain: Form;
  private readonly type: string;
  private readonly packed = new Map<Compression, Form>();
  private readonly underWay = new Map<Compression, Promise<Form>>();

  /**
   * @param packBytes compresses it
   * @param onGrown called after an encoding was added
   * @param isPassing true if it will probably be replaced soon, so that it is compressed quickly instead of well
   */
  constructor(
    { type, text, vary, headers, basis }: Content,
    private readonly packBytes: Pack,
    private readonly onGrown: () => void,
    private isPassing = false,
  ) {
    const bytes = bytesOf(text);
    this.type = type;
    this.basis = basis ?? null;
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    this.headersOfUnchanged = {
      etag: this.etag,
      'cache-control': 'no-cache', // browsers may store it but must revalidate it each time
      vary: vary ? `accept-encoding, ${vary}` : 'accept-encoding',
      ...headers,
    };
    this.plain = this.formOf(bytes);
  }

  /** Its memory in bytes. */
  get size(): number {
    let size = BYTES_BESIDES + this.plain.bytes.length + 2 * (this.basis ?? '').length;
    for (const { bytes } of this.packed.values()) {
      size += bytes.length;
    }
    return size;
  }

  /** The response in this encoding, if available now. */
  ready(compression: Compression | null): Form | null {
    return compression === null || this.isShort ? this.plain : (this.packed.get(compression) ?? null);
  }

  /** The response in this encoding, made once for any number of requests. */
  form(compression: Compression | null): Promise<Form> {
    const ready = this.ready(compression);
    if (ready || compression === null) {
      return Promise.resolve(ready ?? this.plain);
    }
    const making = this.underWay.get(compression) ?? this.pack(compression);
    this.underWay.set(compression, making);
    return making;
  }

  /** Lets it be compressed well, as it has lasted. */
  settle(): void {
    if (this.isPassing) {
      this.isPassing = false;
      this.packed.clear();
    }
  }

  /** True if the client that sends this if-none-match already has the response. */
  isKnownBy(ifNoneMatch: string | undefined): boolean {
    if (ifNoneMatch === undefined) {
      return false;
    }
    return (
      ifNoneMatch === this.etag ||
      ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(this.etag))
    );
  }

  /** True if both are the same for every client. */
  equals({ etag, type, headersOfUnchanged }: CachedResponse): boolean {
    return (
      etag === this.etag &&
      type === this.type &&
      JSON.stringify(headersOfUnchanged) === JSON.stringify(this.headersOfUnchanged)
    );
  }

  private get isShort(): boolean {
    return this.plain.bytes.length < MIN_COMPRESSED_BYTES;
  }

  private async pack(compression: Compression): Promise<Form> {
    const { bytes } = this.plain;
    try {
      // Callers wait for a long one.
      const isQuick = this.isPassing || bytes.length > LONG_BYTES;
      const packed = await this.packBytes(bytes, compression, isQuick ? QUICK : EFFORT);
      const form = this.formOf(packed, compression);
      this.packed.set(compression, form);
      this.onGrown();
      return form;
    } finally {
      this.underWay.delete(compression);
    }
  }

  private formOf(bytes: Buffer, compression?: Compression): Form {
    return {
      bytes,
      headers: {
        'content-type': this.type,
        ...(compression && { 'content-encoding': compression }),
        'content-length': String(bytes.length),
        ...this.headersOfUnchanged,
      },
    };
  }
}

/** Allocates memory outside Node's shared pool: a short buffer would hold on to its whole slab of the pool. */
function bytesOf(text: string | Buffer): Buffer {
  if (typeof text !== 'string') {
    return text;
  }
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** An entity tag without its mark of weakness. */
function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
