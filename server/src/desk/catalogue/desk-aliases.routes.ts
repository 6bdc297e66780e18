import { MAX_LISTED_ALIASES } from '@perkex/contract/desk-aliases.js';
import { normalised } from '@perkex/core/finding/normalised.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { FollowedProducts } from '../../finding/followed-products.js';
import { answerCall } from '../../http/calls.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { changesByMembers } from '../../http/require-member.js';
import { listSearchAliases, readSearchAliases } from '../../products/search-aliases.js';
import type { Identity } from '../../users/identity.js';
import { removeAlias, saveAlias } from './change-aliases.js';
import { previewAlias } from './preview-alias.js';

const ACTS_PER_HOUR = 1_000;
const PREVIEWS_PER_HOUR = 5_000;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  readonly products: Pick<FollowedProducts, 'read'>;
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly rateLimits: boolean;
}

/** The calls of admins for the phrases that the search understands besides the words of products. */
export function deskAliasesRoutes(
  app: FastifyInstance,
  { pool, identity, products, newId, rateLimits }: Options,
): void {
  const change = changesByMembers(pool, identity);
  const limitPerHour = hourlyLimits(rateLimits);
  const limited = limitPerHour('changes of search aliases', ACTS_PER_HOUR);

  answerCall(app, 'deskAliases', ({ query: { q = '' } }) =>
    listSearchAliases(pool, normalised(q), MAX_LISTED_ALIASES),
  );
  answerCall(
    app,
    'previewAlias',
    async ({ query }) => previewAlias(await products.read(), await readSearchAliases(pool), query),
    limitPerHour('previews of search aliases', PREVIEWS_PER_HOUR),
  );
  answerCall(
    app,
    'saveAlias',
    ({ body }, request, reply) => change(request, reply, (tx) => saveAlias(tx, request, body, newId)),
    limited,
  );
  answerCall(
    app,
    'removeAlias',
    ({ body }, request, reply) => change(request, reply, (tx) => removeAlias(tx, request, body, newId)),
    limited,
  );
}
