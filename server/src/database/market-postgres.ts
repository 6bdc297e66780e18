import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  openEmbeddedPostgres,
} from '@perkex/embedded-postgres';
import { ADVISORY_LOCKS } from './advisory-locks.js';

type MarketPostgresOptions = Omit<EmbeddedPostgresOptions, 'name' | 'words' | 'serverLock'>;

/**
 * Opens the embedded PostgreSQL of a DATA_DIR with PerkeX's names.
 * @throws EmbeddedPostgresError with a sentence for the person who started the process
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
