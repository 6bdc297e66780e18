import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../../http/problems.js';
import type { WebhookReading } from '../payment-provider.js';
import type { ArrivedWebhook } from '../receive-webhooks.js';

/** Stripe's largest webhooks are about 30 kB. */
const MAX_EVENT_BYTES = 64 * 1024;
const NO_BODY = Buffer.alloc(0);

type Reading = WebhookReading['kind'];

/** Receives Stripe's webhooks. Their signature is that of the raw bytes, so they are not parsed here. */
export async function stripeRoutes(
  app: FastifyInstance,
  receive: (webhooks: readonly ArrivedWebhook[]) => Promise<readonly Reading[]>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Body: Buffer | undefined }>(
      '/api/payments/stripe/webhook',
      { bodyLimit: MAX_EVENT_BYTES, schema: { hide: true } },
      async ({ body = NO_BODY, headers }, reply) => {
        const header = headers['stripe-signature'];
        const [reading] = await receive([{ body, header: typeof header === 'string' ? header : '' }]);
        return reading === 'event'
          ? reply.header('cache-control', 'no-store').send()
          : sendProblem(reply, { refused: 'unsigned' });
      },
    );
  });
}
