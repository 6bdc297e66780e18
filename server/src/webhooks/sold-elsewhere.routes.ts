import { uidField } from '@perkex/contract/fields.js';
import { receivedMessageSchema, SOLD_ELSEWHERE, soldElsewhereSchema } from '@perkex/contract/webhooks.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { safeParse } from 'zod/mini';
import type { OrderName } from '../books/named-order.js';
import type { Clock } from '../clock/clock.js';
import { isRefusal, type Refusal, sendProblem } from '../http/problems.js';
import { InvalidInputError } from '../http/validation.js';
import type { Sealing } from '../users/sealing.js';
import { readSecrets } from './webhook-rows.js';
import { isSignedBy, placeOfSecret } from './webhook-secret.js';

const MAX_MESSAGE_BYTES = 16 * 1024;
/** How far the time of a message may be from the server's, as the specification recommends. */
const TOLERANCE_SECONDS = 5 * 60;
const NO_BODY = Buffer.alloc(0);
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const UNSIGNED = {
  refused: 'unsigned',
  detail: 'This message is not signed with the secret of your webhook, or is older than five minutes.',
} as const;

interface Options {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Seals the secrets; null without a secret of the market. */
  readonly sealing: Sealing | null;
  /** Removes an open ask of a user. */
  readonly removeAsk: (userId: string, named: OrderName) => Promise<string | Refusal>;
}

interface Route {
  readonly Params: { readonly uid: string; readonly webhook: string };
  readonly Body: Buffer | undefined;
}

/**
 * Receives messages of the servers that a user's webhooks go to, signed as these are by Standard Webhooks. One of the
 * type `pair.sold` removes an ask whose pair was sold elsewhere (orders-beyond.md, "Sold elsewhere"). A message that is
 * repeated has no further effect.
 */
export async function soldElsewhereRoutes(
  app: FastifyInstance,
  { pool, clock, sealing, removeAsk }: Options,
): Promise<void> {
  /** The refusal of a message that its webhook has not signed now, or is off; null for none. */
  async function refusalOf({
    params: { uid, webhook },
    headers,
    body = NO_BODY,
  }: FastifyRequest<Route>): Promise<Refusal | null> {
    const isAddress = UUID.test(webhook) && safeParse(uidField, uid).success;
    const found = isAddress ? await readSecrets(pool, uid, webhook) : null;
    const place = placeOfSecret(uid, webhook.toLowerCase());
    const secrets = found?.sealed.flatMap((sealed) => sealing?.open(sealed, place) ?? []) ?? [];
    const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
      String(headers[`webhook-${name}`] ?? ''),
    ) as [string, string, string];
    const timestamp = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
    const isRecent = Math.abs(clock.wallMs() / 1_000 - timestamp) <= TOLERANCE_SECONDS;
    if (!isRecent || !isSignedBy(secrets, { id, timestamp, body: body.toString() }, signatures)) {
      return UNSIGNED;
    }
    return found?.isOff ? { refused: 'webhook-off' } : null;
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature is that of the raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<Route>(
      '/api/webhooks/:uid/:webhook/sold',
      { bodyLimit: MAX_MESSAGE_BYTES, schema: { hide: true } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const refusal = await refusalOf(request);
        if (refusal) {
          return sendProblem(reply, refusal);
        }
        const message = parsed((request.body ?? NO_BODY).toString());
        if (message === undefined) {
          return sendProblem(reply, { refused: 'bad-json' });
        }
        const { type } = valid(receivedMessageSchema, message);
        if (type !== SOLD_ELSEWHERE) {
          return reply.status(204).send();
        }
        const answer = await removeAsk(request.params.uid, valid(soldElsewhereSchema, message).data);
        return isRefusal(answer)
          ? sendProblem(reply, answer)
          : reply.type('text/plain; charset=utf-8').send(answer);
      },
    );
  });
}

/** The value of a JSON text; undefined for none. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** @throws InvalidInputError if the value does not match the schema */
function valid<Schema extends Parameters<typeof safeParse>[0]>(schema: Schema, value: unknown) {
  const result = safeParse(schema, value);
  if (!result.success) {
    throw new InvalidInputError(result.error.issues);
  }
  return result.data;
}
