import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { connectDatabase } from './connect.js';
import { ReplicaReads } from './replica-reads.js';

export interface StandbySettings {
  /** The address of the standby, or null. */
  readonly databaseUrlRead: string | null;
}

/** Opens the replica reads, with the standby if the settings name one. `close` disconnects from it. */
export function openReplicaReads(
  { databaseUrlRead }: StandbySettings,
  primary: pg.Pool,
  log: Pick<FastifyBaseLogger, 'warn'>,
): { readonly replicaReads: ReplicaReads; readonly close: () => Promise<void> } {
  const standby =
    databaseUrlRead === null
      ? null
      : connectDatabase({ connectionString: databaseUrlRead }, (error) =>
          log.warn(`A connection to the standby broke: ${error.message}`),
        );
  return {
    replicaReads: new ReplicaReads({ primary, standby, tell: (line) => log.warn(line) }),
    close: async () => standby?.close(),
  };
}
