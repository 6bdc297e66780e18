import type pg from 'pg';
import { readPlacedTables } from '../database/citus.js';
import { UserError } from '../errors/user-error.js';
import { isUserIndexKept } from '../user-index/rebuild-user-index.js';
import { TABLE_KINDS } from './distribution.js';

/** The reason why a market does not start: some of its tables are not where the others are, or were not filled. */
class PlacementError extends UserError {
  override readonly name = 'PlacementError';
}

/**
 * Refuses a distributed database with tables that are on the coordinator only, but should not be: the new tables of a
 * migration, or those that an interrupted `perkex distribute` has left. Statements that join them with others would
 * fail.
 * @throws PlacementError with the command that places them
 */
export async function requirePlacedTables(pool: pg.Pool): Promise<void> {
  const placed = await readPlacedTables(pool);
  const missing = Object.entries(TABLE_KINDS)
    .filter(([table, kind]) => kind !== 'local' && !placed.includes(table))
    .map(([table]) => table);
  if (missing.length > 0) {
    throw new PlacementError(
      `This market is distributed, but ${missing.length === 1 ? 'a table is' : `${missing.length} tables are`} not ` +
        `yet (${missing.join(', ')}): stop all servers and run "npm run perkex -- distribute".`,
    );
  }
  if (placed.includes('books') && !(await isUserIndexKept(pool))) {
    throw new PlacementError(
      'This market is distributed, but the orders of users were not copied yet: stop all servers and run ' +
        '"npm run perkex -- distribute".',
    );
  }
}
