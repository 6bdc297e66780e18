import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { NAMED_SCHEMAS } from '@perkex/contract/named-schemas.js';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { globalRegistry } from 'zod/mini';
import type { Identity } from '../users/identity.js';
import { SESSION_SCHEME } from './call-documentation.js';

for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) {
  globalRegistry.add(schema, { ...globalRegistry.get(schema), id });
}

/**
 * The OpenAPI document of all calls, from the schemas that validate them: /api/openapi.json and /api/docs. It is
 * generated once, because generating it takes milliseconds that would delay all other requests.
 */
export async function registerOpenApi(
  app: FastifyInstance,
  credential: Identity['credential'],
): Promise<void> {
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
      components: {
        securitySchemes: {
          [SESSION_SCHEME]:
            credential === 'bearer'
              ? {
                  type: 'http',
                  scheme: 'bearer',
                  bearerFormat: 'JWT',
                  description: 'The ID token of Firebase Authentication.',
                }
              : {
                  type: 'apiKey',
                  in: 'cookie',
                  name: credential.cookie,
                  description: 'The cookie that signing in sets.',
                },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withUsedSchemas(jsonSchemaTransformObject(document)),
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

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** Every named schema is generated for bodies and for answers; this keeps only those that are referenced. */
function withUsedSchemas<Document extends { paths?: object; components?: { schemas?: object } }>(
  document: Document,
): Document {
  const schemas: Record<string, unknown> = { ...document.components?.schemas };
  const used = new Set<string>();
  const use = (part: unknown): void => {
    for (const [, id = ''] of JSON.stringify(part ?? {}).matchAll(REFERENCE)) {
      if (!used.has(id)) {
        used.add(id);
        use(schemas[id]);
      }
    }
  };
  use(document.paths);
  const kept = Object.entries(schemas).filter(([id]) => used.has(id));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}
