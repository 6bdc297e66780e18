import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../../http/calls.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { changesByMembers, memberOf } from '../../http/require-member.js';
import type { Identity } from '../../users/identity.js';
import { readFilters, removeFilter, saveFilter } from './saved-filters.js';

const CHANGES_PER_HOUR = 300;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  readonly rateLimits: boolean;
}

/** The calls of members for the filters that they have saved (after-the-trade.md, "The desk"). */
export function savedFiltersRoutes(app: FastifyInstance, { pool, identity, rateLimits }: Options): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const change = changesByMembers(pool, identity);
  const limited = limitPerHour('changes of filters', CHANGES_PER_HOUR);

  answerCall(app, 'savedFilters', async (_parts, request) => ({
    filters: await readFilters(pool, memberOf(request).userId),
  }));
  answerCall(
    app,
    'saveFilter',
    ({ body: { filter, list, name, query } }, request, reply) =>
      change(request, reply, async (tx) => {
        const { userId } = memberOf(request);
        const refusal = await saveFilter(tx, userId, { filter, list, name, query });
        return refusal ?? { filters: await readFilters(tx, userId) };
      }),
    limited,
  );
  answerCall(
    app,
    'removeFilter',
    ({ body: { filter } }, request, reply) =>
      change(request, reply, async (tx) => {
        const { userId } = memberOf(request);
        await removeFilter(tx, userId, filter);
        return { filters: await readFilters(tx, userId) };
      }),
    limited,
  );
}
