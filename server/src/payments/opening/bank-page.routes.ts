import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { readBoughtDeal } from '../../deals/read-own-deals.js';
import { answerCall } from '../../http/calls.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { readCall } from '../call-rows.js';
import { askProvider } from './payment-setup.routes.js';
import type { PaymentSetupSources } from './payment-setup-sources.js';

/** Each asks the provider. */
const VISITS_PER_HOUR = 60;

interface Options {
  readonly pool: pg.Pool;
  /** Null without payments. */
  readonly setup: Pick<PaymentSetupSources, 'provider'> | null;
  readonly rateLimits: boolean;
}

/**
 * The call for the page on which the buyer confirms a payment. Its address is read from the provider each time, because
 * the payment may have ended there.
 */
export function bankPageRoutes(app: FastifyInstance, { pool, setup, rateLimits }: Options): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const limited = limitPerHour('visits of the bank', VISITS_PER_HOUR);

  answerCall(
    app,
    'bankPage',
    async ({ params: { id } }, request) => {
      if (!setup) {
        return { refused: 'payments-off' } as const;
      }
      const stored = await readBoughtDeal(pool, request.userId, id);
      if (!stored) {
        return { refused: 'unknown-deal' } as const;
      }
      const { payment, callVersions } = stored.deal;
      const key = { ...stored.key, version: callVersions.collect, kind: 'collect' } as const;
      const ref = payment === 'needs-buyer' ? (await readCall(pool, key))?.ref : null;
      return bankPageOf(request, setup, ref ?? null);
    },
    limited,
  );
}

const NOTHING_TO_CONFIRM = { refused: 'nothing-to-confirm' } as const;

/**
 * The page on which the bank asks to confirm a payment. @param ref its reference at the provider; null if it asks
 * nothing
 */
export async function bankPageOf(
  request: FastifyRequest,
  { provider }: Pick<PaymentSetupSources, 'provider'>,
  ref: string | null,
) {
  if (ref === null) {
    return NOTHING_TO_CONFIRM;
  }
  const state = await askProvider(request, () => provider.retrieve(ref));
  if ('refused' in state) {
    return state;
  }
  switch (state.outcome.kind) {
    case 'needs-buyer':
      return { address: state.outcome.url };
    case 'unknown':
      return { refused: 'provider-unavailable' } as const;
    default:
      return NOTHING_TO_CONFIRM;
  }
}
