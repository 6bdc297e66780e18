import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** The OpenAPI document of all calls, from the schemas that check them: /api/openapi.json and /api/docs. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
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
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
