import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { CALL_ADDRESSES, type CachedAddress, type CachedCallName } from '@perkex/contract/call-addresses.js';
import type { CallAnswer, CallProblem, CallRequest } from '@perkex/contract/calls.js';
import { SERVER_HEADER } from '@perkex/contract/live-limits.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerCall } from '../http/calls.js';
import type { Refusal } from '../http/problems.js';
import { cacheTagsFor } from './cache-tags.js';
import type { Content } from './cached-response.js';
import { hasOwnChanges } from './own-changes.js';
import type { AnswerMaking, AnswerPlan, ResponseCache } from './response-cache.js';
import { sendCached } from './send-cached.js';

/** A server usually knows of another one's changes within this time. */
const FEED_LAG_MS = 500;

/** A call takes a few milliseconds, so it is recomputed late in the time for which it may be stale. */
const RECOMPUTED_FROM = 0.8;

/** A call's response as text that matches its schema. */
export interface CallContent<Answer> extends Content {
  readonly of?: Answer;
}

/** A cached response of a call. Its tags are those that the contract declares. */
interface CallPlan<Name extends CachedCallName> extends Omit<AnswerPlan, 'follows' | 'make'> {
  readonly make: (
    making: AnswerMaking,
  ) => Promise<CallContent<CallAnswer<Name>> | Refusal<CallProblem<Name>>>;
}

/** The ids of the products in the response, if it has the tag of their books. */
type Shown<Name extends CachedCallName> = 'shown books' extends (typeof CALL_ADDRESSES)[Name]['tags'][number]
  ? { readonly shownIds: readonly number[] }
  : { readonly shownIds?: never };

/** A plan depends only on the request, not on the caller. */
type PlanOf<Name extends CachedCallName> = (
  parts: CallRequest<Name>,
  request: Pick<FastifyRequest, 'headers'>,
) => (CallPlan<Name> & Shown<Name>) | Promise<CallPlan<Name> & Shown<Name>>;

export function jsonContent<Answer>(answer: Answer): CallContent<Answer> {
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(answer) };
}

/**
 * The cache key of a call in the default format. A request that may want a table, or the state that another server
 * knows, is handled by its route.
 */
export function keyOfCall({ url = '', headers }: IncomingMessage, processId: string): string | null {
  return headers.accept?.includes('text') || followsAnotherServer(headers, processId) ? null : url;
}

/**
 * True if the caller may know of a change: their page follows a stream, which reports it, they are logged in, or have
 * just changed something themselves.
 */
export function mayKnowOfChanges(headers: IncomingHttpHeaders): boolean {
  return (
    headers[SERVER_HEADER] !== undefined ||
    headers.authorization !== undefined ||
    hasOwnChanges(headers.cookie)
  );
}

/** True if the page follows the stream of another server, which may know of changes before this one. */
function followsAnotherServer(headers: IncomingHttpHeaders, processId: string): boolean {
  const followed = headers[SERVER_HEADER];
  return followed !== undefined && followed !== processId;
}

/**
 * Registers the route of a call whose responses are cached by address. A response with timed tags expires within the
 * call's lag; `FEED_LAG_MS` of it is reserved for changes that this server has not heard of yet. Without timed tags, a
 * changed response is recomputed in the background as long as it is not older than the lag. Without a lag, it is used
 * only under load (`StaleLimit`), and only for callers who cannot know of the change.
 */
export function answerCached<Name extends CachedCallName>(
  app: FastifyInstance,
  responses: ResponseCache,
  name: Name,
  planOf: PlanOf<Name>,
): void {
  const { tags, timedTags, lagMs = 0 }: CachedAddress = CALL_ADDRESSES[name];
  const { limit } = responses;
  const lag = timedTags
    ? { maxAgeMs: lagMs - FEED_LAG_MS }
    : {
        staleWhileRevalidateMs: () => lagMs || limit.maxMs(),
        canRecompute: () => limit.canRecompute(),
        ...(lagMs === 0 && { recomputedFrom: RECOMPUTED_FROM }),
      };
  answerCall(
    app,
    name,
    async (parts, request, reply) => {
      const plan: CallPlan<Name> & { readonly shownIds?: readonly number[] } = await planOf(parts, request);
      const { id } = request.params as { readonly id?: string };
      const follows = cacheTagsFor(tags, plan.shownIds ?? [Number(id)]);
      const isExact = followsAnotherServer(request.headers, responses.processId);
      const isFresh = lagMs === 0 && mayKnowOfChanges(request.headers);
      const sent = await sendCached(responses, request, reply, {
        ...lag,
        ...plan,
        follows,
        isExact,
        isFresh,
      });
      return sent as FastifyReply | Refusal<CallProblem<Name>>;
    },
    { config: { isApart: true } },
  );
}
