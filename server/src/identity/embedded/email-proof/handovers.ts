import type pg from 'pg';
import { regularly } from '../../../process/regularly.js';
import type { MarketOfUsers } from '../../identity.js';

const INTERVAL_MS = 10_000;
/** An order that was under way when the account changed hands is matched, or given up, well before that. */
const SECOND_LOOK_SECONDS = 60;
const AT_MOST = 100;

/** Cancels the open orders of accounts that have changed hands. What a crash interrupts is taken up again. */
export interface Handovers {
  /** Cancels the orders of one user now. When that fails, it is tried again until it works. */
  clear(userId: string): Promise<void>;
  /** Takes up what was left over, now and regularly. @returns what ends that */
  watch(): () => Promise<void>;
}

export interface HandoversOptions {
  readonly pool: pg.Pool;
  readonly market: Pick<MarketOfUsers, 'cancelOpenOrders'>;
  readonly onFailure: (error: unknown) => void;
}

export function accountHandovers({ pool, market, onFailure }: HandoversOptions): Handovers {
  /** All open orders are the former user's: new ones are refused until this is done. */
  async function clear(userId: string): Promise<void> {
    await market.cancelOpenOrders(userId);
    await pool.query(
      `update identity_handovers set cleared_at = clock_timestamp() where user_id = $1 and cleared_at is null`,
      [userId],
    );
  }

  async function lookAgain(userId: string, clearedAt: Date): Promise<void> {
    await market.cancelOpenOrders(userId, clearedAt);
    await pool.query(
      `delete from identity_handovers
        where user_id = $1 and cleared_at < now() - make_interval(secs => ${SECOND_LOOK_SECONDS})`,
      [userId],
    );
  }

  async function clearAll(): Promise<void> {
    const { rows } = await pool.query<{ user_id: string; cleared_at: Date | null }>(
      `select user_id, cleared_at from identity_handovers order by cleared_at nulls first limit ${AT_MOST}`,
    );
    for (const { user_id: userId, cleared_at: clearedAt } of rows) {
      await (clearedAt === null ? clear(userId) : lookAgain(userId, clearedAt)).catch(onFailure);
    }
  }

  return {
    clear: (userId) => clear(userId).catch(onFailure),
    watch: () => regularly(clearAll, INTERVAL_MS, onFailure),
  };
}
