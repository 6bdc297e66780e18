import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../http/problems.js';

/** Below these, no page is. */
const OTHER_PLACES = ['/api', '/assets', '/drawings'];

/** Sends whoever asks for a page that does not exist to Home (section 2); for all else there is nothing there. */
export function leadHome({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = (raw.url ?? '').split('?');
  const isForPage = !OTHER_PLACES.some((place) => path === place || path.startsWith(`${place}/`));
  return isForPage && (raw.method === 'GET' || raw.method === 'HEAD')
    ? reply.redirect(PAGE_PATHS.home)
    : sendProblem(reply, { refused: 'not-found' });
}
