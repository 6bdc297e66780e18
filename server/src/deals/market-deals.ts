import type { ProviderName } from '@perkex/contract/payment-setup.js';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Consumer } from '../feed/consumer.js';
import type { Maintenance } from '../process/maintenance.js';
import { refuseSetting } from '../settings/config-error.js';
import { readDealStart, startDeals } from './deal-start.js';
import { DealsConsumer } from './deals-consumer.js';
import { type ClockEffects, dealClocksMaintenance } from './due-deals.js';
import type { DealSteps } from './take-step.js';
import { unansweredAppealsMaintenance } from './unanswered-appeals.js';

export interface MarketDeals {
  /** For the users' calls; null until deals have started. */
  readonly userSteps: DealSteps | null;
  readonly consumers: readonly Consumer[];
  readonly maintenance: readonly Maintenance[];
}

/**
 * The work of every server on deals. They start with the first payment provider; without deals there is none.
 * @param provider the selected payment provider; null without one
 * @throws ConfigError if deals started with another provider, which has their payments
 */
export async function marketDeals(
  pool: pg.Pool,
  { readMaybePaid, ...userSteps }: DealSteps & Pick<ClockEffects, 'readMaybePaid'>,
  provider: ProviderName | null,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<MarketDeals> {
  const { holidays, onStepped } = userSteps;
  const consumer = new DealsConsumer(userSteps, provider === 'bank' ? 'bank-transfer' : 'card');
  const startedWith = await readDealStart(pool);
  if (startedWith !== null && startedWith !== provider) {
    refuseSetting('PAYMENTS', `must be ${startedWith}, which has the payments of this market's deals.`);
  }
  if (provider === null) {
    return { userSteps: null, consumers: [], maintenance: [] };
  }
  await startDeals(pool, consumer, provider);
  const effects = {
    onStepped,
    onFailure: (error: unknown) => log.error({ err: error }, 'the clock of a deal did not fire'),
  };
  const maintenance = [
    dealClocksMaintenance(pool, holidays, { ...effects, readMaybePaid }),
    unansweredAppealsMaintenance(pool, holidays, effects),
  ];
  return { userSteps, consumers: [consumer], maintenance };
}
