import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problems.js';

/**
 * Answers are packed; requests are never unpacked, since a body of a kilobyte can unpack to a gigabyte. One that says it
 * is packed is refused before it is read (415).
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { globalDecompression: false });
  app.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (encoding !== '' && encoding !== 'identity') {
      return sendProblem(reply, {
        refused: 'unsupported-type',
        detail: 'Please send the request without a content-encoding.',
      });
    }
  });
}
