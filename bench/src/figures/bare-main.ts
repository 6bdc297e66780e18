import type { AddressInfo } from 'node:net';
import { groupBy } from '@perkex/core/group-by.js';
import fastify from 'fastify';
import type { BareAnswer, BareTask } from './bare.js';

/** The upper limit for a server on Fastify: the rate that it reaches here when a request does no other work. */

const ORDER_SENTENCE = 'Your bid of 200$ for Product 1, size 9 is placed.';

process.once('message', async ({ host, answers }: BareTask) => {
  const app = fastify();
  for (const [path, ofPath] of groupBy(answers, (answer) => answer.path)) {
    answerPath(path, ofPath);
  }
  for (const path of ['/api/ask', '/api/bid']) {
    app.post(path, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(ORDER_SENTENCE));
  }
  await app.listen({ host, port: 0 });
  const { port } = app.server.address() as AddressInfo;
  process.send?.({ port });

  function answerPath(path: string, ofPath: readonly BareAnswer[]): void {
    const byEncoding = new Map(
      ofPath.map(({ acceptEncoding, headers, body }) => [
        acceptEncoding,
        { headers, body: Buffer.from(body, 'base64') },
      ]),
    );
    app.get(path, async (request, reply) => {
      const answer = byEncoding.get(String(request.headers['accept-encoding']));
      return answer ? reply.headers(answer.headers).send(answer.body) : reply.code(406).send();
    });
  }
});
