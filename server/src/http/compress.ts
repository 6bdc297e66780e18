import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

/** The supported compression formats. */
export type Compression = 'br' | 'gzip';

const BEST_FIRST: readonly Compression[] = ['br', 'gzip'];

/** Below this size, compression costs more than it saves. */
export const MIN_COMPRESSED_BYTES = 1_024;

/** The quality of Brotli and the level of gzip. */
export interface Effort {
  readonly brotli: number;
  readonly gzip: number;
}

/** For answers that are compressed for one request, or that callers wait for. */
export const QUICK: Effort = { brotli: 1, gzip: 1 };

/** Compresses all bytes of a response. */
export type Pack = (bytes: Buffer, compression: Compression, effort: Effort) => Promise<Buffer>;

const packers = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};

export const pack: Pack = (bytes, compression, effort) =>
  compression === 'br'
    ? packers.br(bytes, { params: brotliParams(effort, bytes.length) })
    : packers.gzip(bytes, { level: effort.gzip });

/** The same at once, on the thread of the caller. */
export function packSync(bytes: Uint8Array, compression: Compression, effort: Effort): Buffer {
  return compression === 'br'
    ? brotliCompressSync(bytes, { params: brotliParams(effort, bytes.length) })
    : gzipSync(bytes, { level: effort.gzip });
}

/** A stream that compresses quickly. */
export function compressionStream(compression: Compression): Transform {
  return compression === 'br'
    ? createBrotliCompress({ params: brotliParams(QUICK, 0) })
    : createGzip({ level: QUICK.gzip });
}

function brotliParams(effort: Effort, sizeHint: number) {
  return { [constants.BROTLI_PARAM_QUALITY]: effort.brotli, [constants.BROTLI_PARAM_SIZE_HINT]: sizeHint };
}

/** Browsers send few different headers. */
const REMEMBERED_HEADERS = 100;
const compressionOf = new LRUCache<string, { readonly best: Compression | null }>({
  max: REMEMBERED_HEADERS,
  memoMethod: (header) => ({ best: negotiate(header.toLowerCase(), [...BEST_FIRST]) as Compression | null }),
});

/** The compression that a client prefers, from its accept-encoding; null for none. */
export function compressionFor(acceptEncoding: string | undefined): Compression | null {
  return acceptEncoding === undefined ? null : compressionOf.memo(acceptEncoding).best;
}
