import { type Readable, Transform } from 'node:stream';
import { errorCodes, type FastifyRequest, type preParsingAsyncHookHandler } from 'fastify';

/** The limit of every body, except those of calls with `largeBodies`. */
export const BODY_LIMIT_BYTES = 16 * 1024;
/** For calls that take lists of orders: 500 of a kilobyte. */
export const LIST_LIMIT_BYTES = 512 * 1024;

const IS_JSON = /^\s*application\/json\s*(;|$)/i;

/**
 * Lets some callers send a larger body of JSON than others. For the others, its address must look unknown, and an
 * unknown one refuses a body above the usual limit. A large body needs its length in the header.
 */
export function largeBodies(
  isAllowed: (request: FastifyRequest) => Promise<boolean>,
): preParsingAsyncHookHandler {
  return async (request, reply, payload) => {
    const { 'content-type': type = '', 'content-length': length } = request.headers;
    if (!IS_JSON.test(type) || Number(length) <= BODY_LIMIT_BYTES) {
      return payload;
    }
    if (length === undefined) {
      return upToLimit(payload as Readable);
    }
    if (await isAllowed(request)) {
      return payload;
    }
    reply.header('connection', 'close');
    throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  };
}

/** Fails once more has arrived than the limit. The request itself stays open for the answer. */
function upToLimit(payload: Readable): Readable {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > BODY_LIMIT_BYTES ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE() : null, chunk);
    },
  });
  payload.on('error', (error) => limited.destroy(error));
  return payload.pipe(limited);
}
