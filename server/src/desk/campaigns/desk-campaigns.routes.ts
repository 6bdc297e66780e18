import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock/clock.js';
import { answerCall } from '../../http/calls.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { changesByMembers } from '../../http/require-member.js';
import type { Identity } from '../../users/identity.js';
import { removeCampaign, saveCampaign } from './change-campaigns.js';
import { type CampaignSources, findCampaign, listCampaigns } from './read-campaigns.js';

const ACTS_PER_HOUR = 300;

interface Options extends CampaignSources {
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  readonly clock: Clock;
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly rateLimits: boolean;
}

/** The calls of admins for campaigns (after-the-trade.md, "The desk"). */
export function deskCampaignsRoutes(
  app: FastifyInstance,
  { pool, identity, products, clock, newId, rateLimits }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const change = changesByMembers(pool, identity);
  const sources = { pool, products };
  const moment = () => ({ nowMs: clock.wallMs(), newId });
  const limited = limitPerHour('changes of campaigns', ACTS_PER_HOUR);

  answerCall(app, 'deskCampaigns', () => listCampaigns(sources, clock.wallMs()));
  answerCall(
    app,
    'saveCampaign',
    async ({ body }, request, reply) => {
      const saved = await change(request, reply, (tx) => saveCampaign(tx, request, body, moment()));
      if (typeof saved !== 'string') {
        return saved;
      }
      return (await findCampaign(sources, saved, clock.wallMs())) ?? { refused: 'unknown-campaign' };
    },
    limited,
  );
  answerCall(
    app,
    'removeCampaign',
    ({ body }, request, reply) => change(request, reply, (tx) => removeCampaign(tx, request, body, moment())),
    limited,
  );
}
