import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_LAG_MS } from './response-cache.js';

const NAME = 'changed';
const COOKIE = new RegExp(String.raw`(?:^|;)\s*${NAME}=1\s*(?:;|$)`);

/**
 * A hook that sets a cookie when a user changes something. It expires when no server can still serve an older page. It
 * is a cookie because the next request may reach another server.
 */
export function markOwnChanges(publicUrl: string) {
  const cookie = stringifySetCookie(NAME, '1', {
    path: '/',
    httpOnly: true,
    secure: new URL(publicUrl).protocol === 'https:',
    sameSite: 'lax',
    maxAge: Math.ceil(MAX_LAG_MS / 1_000) + 1,
  });
  return ({ method }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (method !== 'GET' && method !== 'HEAD') {
      reply.header('set-cookie', cookie);
    }
    done();
  };
}

/** True if the browser's user has just changed something. @param cookies the cookie header */
export function hasOwnChanges(cookies: string | undefined): boolean {
  return COOKIE.test(cookies ?? '');
}
