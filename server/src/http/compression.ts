import { pipeline, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { compressionFor, compressionStream, MIN_COMPRESSED_BYTES, pack, QUICK } from './compress.js';
import { sendProblem } from './problems.js';

/** Content types worth compressing; pictures and fonts are compressed already. */
const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml|javascript)|image\/svg\+xml)/;

/**
 * Compresses long answers, at a fast level because each serves one request. Requests are never decompressed, because a
 * kilobyte can expand to a gigabyte: a request that declares a compressed body is refused before it is read (415).
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if ((isText && payload.length < MIN_COMPRESSED_BYTES) || !isCompressible(reply, payload)) {
      done(null, payload);
      return;
    }
    addToVary(reply);
    const compression = compressionFor(request.headers['accept-encoding']);
    if (compression === null) {
      done(null, payload);
      return;
    }
    reply.header('content-encoding', compression).removeHeader('content-length');
    if (isText) {
      pack(Buffer.from(payload), compression, QUICK).then(
        (packed) => done(null, packed),
        (error) => done(error),
      );
    } else {
      done(
        null,
        pipeline(payload as Readable, compressionStream(compression), (error) => {
          if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
            request.log.error({ requestId: request.id, err: error }, 'an answer was cut off');
          }
        }),
      );
    }
  });
  app.addHook('onRequest', (request, reply, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || ['', 'identity'].includes(encoding.trim().toLowerCase())) {
      done();
      return;
    }
    sendProblem(reply, {
      refused: 'unsupported-type',
      detail: 'Please send the request without a content-encoding.',
    });
  });
}

function isCompressible(reply: FastifyReply, payload: unknown): boolean {
  if (payload === null || payload === undefined || reply.statusCode === 206) {
    return false;
  }
  return !reply.hasHeader('content-encoding') && COMPRESSIBLE.test(String(reply.getHeader('content-type')));
}

function addToVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  if (vary === undefined) {
    reply.header('vary', 'accept-encoding');
  } else if (!/\baccept-encoding\b/i.test(String(vary))) {
    reply.header('vary', `${String(vary)}, accept-encoding`);
  }
}
