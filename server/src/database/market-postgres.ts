import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  openEmbeddedPostgres,
} from '@perkex/embedded-postgres';
import { ADVISORY_LOCKS } from './advisory-locks.js';

type MarketPostgresOptions = Omit<EmbeddedPostgresOptions, 'name' | 'words' | 'serverLock'>;

/**
 * The embedded PostgreSQL of a DATA_DIR, with the names that PerkeX gives it.
 * @throws EmbeddedPostgresError with a sentence for whoever started the process
 */
export function openMarketPostgres(options: MarketPostgresOptions): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgres({
    ...options,
    name: 'perkex',
    words: {
      program: 'PerkeX',
      folderSetting: 'DATA_DIR',
      alternative: 'set DATABASE_URL to a PostgreSQL that already runs',
    },
    serverLock: ADVISORY_LOCKS.server,
  });
}
