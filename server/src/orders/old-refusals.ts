import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweeping } from '../process/sweep.js';

/** The time for which a late duplicate of a refused order still gets the refusal. */
const KEPT_DAYS = 7;
const SWEEP_INTERVAL_MS = 60 * 60 * 1_000;

const FORGET_OLD_REFUSALS = statement({
  name: 'forget-old-refusals',
  text: `delete from refusals as refused using (
           select user_id, order_id, product_id from refusals
           where refused_at < now() - make_interval(days => $1) order by refused_at limit $2
         ) as old
         where refused.user_id = old.user_id and refused.order_id = old.order_id
           and refused.product_id = old.product_id`,
});

/** Hourly maintenance: deletes refusals that are too old for a late duplicate. */
export function oldRefusalsMaintenance(pool: pg.Pool): Maintenance {
  return sweeping(pool, 'old refusals were not deleted', SWEEP_INTERVAL_MS, FORGET_OLD_REFUSALS, KEPT_DAYS);
}
