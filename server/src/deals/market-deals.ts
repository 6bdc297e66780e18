import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Consumer } from '../feed/consumer.js';
import type { Maintenance } from '../process/maintenance.js';
import { haveDealsStarted } from './deal-start.js';
import { DealsConsumer } from './deals-consumer.js';
import { dealClocksMaintenance } from './due-deals.js';
import { NO_HOLIDAYS } from './no-holidays.js';
import type { OnStepped } from './take-step.js';

export interface MarketDeals {
  /** For the users' calls; null until deals have started. */
  readonly onStepped: OnStepped | null;
  readonly consumers: readonly Consumer[];
  readonly maintenance: readonly Maintenance[];
}

/** The work of every server on deals. There is none until deals have started. */
export async function marketDeals(
  pool: pg.Pool,
  onStepped: OnStepped,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<MarketDeals> {
  if (!(await haveDealsStarted(pool))) {
    return { onStepped: null, consumers: [], maintenance: [] };
  }
  const clocks = dealClocksMaintenance(pool, NO_HOLIDAYS, {
    onStepped,
    onFailure: (error) => log.error({ err: error }, 'the clock of a deal did not fire'),
  });
  return { onStepped, consumers: [new DealsConsumer(NO_HOLIDAYS)], maintenance: [clocks] };
}
