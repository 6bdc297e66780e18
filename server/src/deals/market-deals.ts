import type { Holidays } from '@perkex/core/deals/working-days.js';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Consumer } from '../feed/consumer.js';
import type { Maintenance } from '../process/maintenance.js';
import { haveDealsStarted } from './deal-start.js';
import { DealsConsumer } from './deals-consumer.js';
import { dealClocksMaintenance } from './due-deals.js';
import type { OnStepped } from './take-step.js';

/** For the steps of users. */
export interface UserSteps {
  readonly onStepped: OnStepped;
  readonly holidays: Holidays;
}

export interface MarketDeals {
  /** For the users' calls; null until deals have started. */
  readonly userSteps: UserSteps | null;
  readonly consumers: readonly Consumer[];
  readonly maintenance: readonly Maintenance[];
}

/** The work of every server on deals. There is none until deals have started. */
export async function marketDeals(
  pool: pg.Pool,
  userSteps: UserSteps,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<MarketDeals> {
  if (!(await haveDealsStarted(pool))) {
    return { userSteps: null, consumers: [], maintenance: [] };
  }
  const { holidays, onStepped } = userSteps;
  const clocks = dealClocksMaintenance(pool, holidays, {
    onStepped,
    onFailure: (error) => log.error({ err: error }, 'the clock of a deal did not fire'),
  });
  return { userSteps, consumers: [new DealsConsumer(holidays)], maintenance: [clocks] };
}
