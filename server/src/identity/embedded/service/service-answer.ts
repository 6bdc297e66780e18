import type { FastifyReply } from 'fastify';
import { sendProblem } from '../../../http/problems.js';
import { GateFullError } from '../limits/gate.js';
import { withoutParameters } from './service-log.js';

const TOO_MANY_LOGINS = 'Too many people are logging in. Please try again in a moment.';

/** The bodies of these calls are checked in better-auth's way, so the OpenAPI document has no schema of them. */
export function documented(summary: string) {
  return { schema: { summary, tags: ['identity'] } };
}

/** Sends the answer; 503 with the code 'busy' when too many passwords wait. Rejects with what may be logged. */
export async function respond(reply: FastifyReply, answering: Promise<Response>): Promise<FastifyReply> {
  try {
    return await sendAnswer(reply, await answering);
  } catch (error) {
    if (error instanceof GateFullError) {
      return sendProblem(reply, { refused: 'busy', detail: TOO_MANY_LOGINS });
    }
    throw withoutParameters(error);
  }
}

/** Hands an answer on as it is. Cookies stay separate headers: joined by commas they cannot be told apart. */
async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
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
  reply.header('cache-control', 'no-store');
  return reply.send(await answer.text());
}
