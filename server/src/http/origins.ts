import type { onRequestAsyncHookHandler } from 'fastify';
import { sendProblem } from './problems.js';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** The origins that count as ours: the public one, and with a loopback one, loopback's other names. */
export function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (!LOOPBACK_HOSTS.includes(hostname)) {
    return [publicUrl];
  }
  return LOOPBACK_HOSTS.map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`);
}

/** Refuses requests that change something and come from a page of another website. */
export function refuseForeignOrigins(publicUrl: string): onRequestAsyncHookHandler {
  const own = new Set(ownOrigins(publicUrl));
  return async (request, reply) => {
    if (SAFE_METHODS.includes(request.method)) {
      return;
    }
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (site === 'cross-site' || (origin !== undefined && !own.has(origin))) {
      return sendProblem(reply, { refused: 'foreign-origin' });
    }
  };
}
