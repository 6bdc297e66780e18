import type { Holidays } from '@perkex/core/deals/working-days.js';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Consumer } from '../feed/consumer.js';
import type { Maintenance } from '../process/maintenance.js';
import { haveDealsStarted } from './deal-start.js';
import { DealsConsumer } from './deals-consumer.js';
import { dealClocksMaintenance } from './due-deals.js';
import type { OnStepped } from './take-step.js';

export const NO_HOLIDAYS: Holidays = new Set();

export interface MarketDeals {
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
    return { consumers: [], maintenance: [] };
  }
  const clocks = dealClocksMaintenance(pool, NO_HOLIDAYS, {
    onStepped,
    onFailure: (error) => log.error({ err: error }, 'the clock of a deal did not fire'),
  });
  return { consumers: [new DealsConsumer(NO_HOLIDAYS)], maintenance: [clocks] };
}
