import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/**
 * The OpenAPI document of all calls, from the schemas that check them: /api/openapi.json and /api/docs. It is written
 * once: writing it for each request would hold up all others for milliseconds.
 */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  let document: Buffer | undefined;
  function sendDocument(reply: FastifyReply): FastifyReply {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  }

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'PerkeX',
        description: 'An open marketplace for new sneakers, traded through bids and asks.',
        version: '1',
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'The calls of PerkeX' },
    uiConfig: { layout: 'BaseLayout' }, // without the bar of the tool that draws it
    uiHooks: {
      preHandler(request, reply, done) {
        if (request.routeOptions.url === '/api/docs/json') {
          sendDocument(reply);
        } else {
          done();
        }
      },
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) => sendDocument(reply));
}
