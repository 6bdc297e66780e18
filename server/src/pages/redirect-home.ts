import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../http/problems.js';

/** There are no pages below these paths. Programs that look below the last one would take a page for an answer. */
const OTHER_PLACES = ['/api', '/assets', '/drawings', '/.well-known'];

/** Redirects requests for an unknown page to Home (section 2). Any other unknown path is not found. */
export function redirectHome({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = (raw.url ?? '').split('?');
  const isForPage = !OTHER_PLACES.some((place) => path === place || path.startsWith(`${place}/`));
  return isForPage && (raw.method === 'GET' || raw.method === 'HEAD')
    ? reply.redirect(PAGE_PATHS.home)
    : sendProblem(reply, { refused: 'not-found' });
}
