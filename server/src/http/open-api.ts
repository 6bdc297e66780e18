import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify';
import type * as z from 'zod/mini';
import type { Identity } from '../users/identity.js';
import { KEY_SCHEME, SESSION_SCHEME } from './call-documentation.js';
import { addExamples } from './document-examples.js';
import { JsonSchemas } from './json-schemas.js';

/**
 * The OpenAPI document of all calls, from the schemas that validate them: /api/openapi.json and /api/docs. It is
 * generated once, because generating it takes milliseconds that would delay all other requests.
 */
export async function registerOpenApi(
  app: FastifyInstance,
  credential: Identity['credential'],
): Promise<void> {
  const schemas = new JsonSchemas();
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
          [KEY_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API key, created in the settings: `Authorization: Bearer pkx_live_…`. The scope that it needs is listed with each call. Other calls are not for keys.',
          },
        },
      },
    },
    transform: ({ schema, url }) => ({ schema: documented(schema, schemas), url }),
    transformObject(document) {
      const { openapiObject } = document as Extract<typeof document, { openapiObject: unknown }>;
      addExamples(openapiObject.paths as Record<string, object>);
      return Object.assign(openapiObject, {
        components: { ...openapiObject.components, schemas: schemas.components },
      });
    },
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

type Contents = Record<string, { readonly schema: z.ZodMiniType }>;
type Answers = Record<string, { readonly description: string; readonly content: Contents }>;

/** A route's schema with JSON Schema in place of Zod's schemas. */
function documented(schema: FastifySchema | undefined, schemas: JsonSchemas): FastifySchema {
  const converted: Record<string, unknown> = { ...schema };
  for (const part of ['params', 'querystring', 'body'] as const) {
    if (schema?.[part]) {
      converted[part] = schemas.convert(schema[part] as z.ZodMiniType, 'input');
    }
  }
  if (schema?.response) {
    const answers = Object.entries(schema.response as Answers).map(([status, { description, content }]) => {
      const bodies = Object.entries(content).map(([type, body]) => [
        type,
        { schema: schemas.convert(body.schema, 'output') },
      ]);
      return [status, { description, content: Object.fromEntries(bodies) }];
    });
    converted.response = Object.fromEntries(answers);
  }
  return converted;
}
