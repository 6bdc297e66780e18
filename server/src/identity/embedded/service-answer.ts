import { STATUS_CODES } from 'node:http';
import { PROBLEMS } from '@perkex/contract/problems.js';
import type { FastifyReply } from 'fastify';

const RETRY_AFTER_SECONDS = 2;

/** Hands better-auth's answer on as it is. Cookies stay separate headers: joined by commas they cannot be told apart. */
export async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status);
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') {
      reply.header(name, value);
    }
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) {
    reply.header('set-cookie', cookies);
  }
  const retryAfter = answer.headers.get('x-retry-after');
  if (retryAfter !== null) {
    reply.header('retry-after', retryAfter);
  }
  reply.header('cache-control', 'no-store');
  return reply.send(await answer.text());
}

/** Too many passwords are being checked already. */
export function sendBusy(reply: FastifyReply): FastifyReply {
  const { status } = PROBLEMS.busy;
  return reply
    .code(status)
    .header('retry-after', String(RETRY_AFTER_SECONDS))
    .type('application/problem+json')
    .send({
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: 'Too many people are logging in. Please try again in a moment.',
      code: 'busy',
    });
}
