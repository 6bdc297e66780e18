import type { FastifyReply } from 'fastify';

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
