import type { FastifyInstance, FastifyReply } from 'fastify';
import { bankPage, CONTENT_SECURITY_POLICY } from './bank-page.js';
import { readForm } from './form-body.js';
import type { StandIn } from './stand-in.js';
import type { Intent } from './stand-in-objects.js';

const MAX_ANSWER_BYTES = 1_000;
const HIDDEN = { schema: { hide: true } };

/** The path of the stand-in's pages. */
export const PLAY_PATH = '/play';

/**
 * The page of the stand-in's bank, below the market's own address. It needs no session: its address has the id of the
 * payment, which only its buyer can read. That also keeps other websites from answering. It returns to the page that
 * the payment names, which only the market sets.
 */
export async function bankRoutes(app: FastifyInstance, standIn: StandIn): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_ANSWER_BYTES },
      (_request, body, done) => done(null, readForm(String(body))),
    );
    scope.get<{ Params: { id: string } }>(
      `${PLAY_PATH}/bank/:id`,
      HIDDEN,
      async ({ params: { id } }, reply) => sendPage(standIn, id, reply),
    );
    scope.post<{ Params: { id: string }; Body: { answer?: string } | undefined }>(
      `${PLAY_PATH}/bank/:id`,
      HIDDEN,
      async ({ params: { id }, body }, reply) => {
        const answer = body?.answer;
        const returnUrl =
          answer === 'accept' || answer === 'refuse'
            ? await standIn.answerBank(id, answer === 'accept')
            : null;
        return returnUrl === null ? sendPage(standIn, id, reply) : reply.redirect(returnUrl, 303);
      },
    );
  });
}

async function sendPage(standIn: StandIn, id: string, reply: FastifyReply): Promise<FastifyReply> {
  const intent = await standIn.act(({ store }) => store.find<Intent>('payment_intent', id));
  if (!intent) {
    reply.callNotFound();
    return reply;
  }
  return reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(bankPage(intent));
}
