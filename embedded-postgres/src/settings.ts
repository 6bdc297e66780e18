import { totalmem } from 'node:os';

/** The port only names the socket: PostgreSQL listens on no network address. */
export const PORT = 5432;

const LEAST_BUFFER_MB = 128;
const MOST_BUFFER_MB = 1_024;

/**
 * PostgreSQL's own cache: a sixteenth of the memory, within bounds. The 128 MB of PostgreSQL's default are
 * little for what the program is busy with; memory is taken only as pages are read.
 */
function bufferMegabytes(): number {
  const limit = process.constrainedMemory(); // of a container; 0 or more than there is when it has none
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const share = Math.floor(memory / 16 / 2 ** 20);
  return Math.min(MOST_BUFFER_MB, Math.max(LEAST_BUFFER_MB, share));
}

/** For a small machine and short transactions; what is not named here is PostgreSQL's own default (fsync on). */
const DEFAULTS: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: `${bufferMegabytes()}MB`,
  synchronous_commit: 'on',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  wal_buffers: '16MB',
  checkpoint_timeout: '15min',
  jit: 'off',
  // After a crash the keeper starts a new PostgreSQL. The one that crashed can recover by itself, but where that
  // fails on a full disk, it may stay for ever without its startup process, and refuse every connection.
  restart_after_crash: 'off',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log is for failures: no routine lines, and no statements with people's data in them.
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
};

/**
 * The arguments of `postgres` for these settings.
 * @param extra settings that go before the defaults; where it listens cannot be changed
 */
export function settingArguments(socketDir: string, extra: Readonly<Record<string, string>>): string[] {
  const settings = {
    ...DEFAULTS,
    ...extra,
    port: String(PORT),
    listen_addresses: '',
    // A list: the quotes keep a comma in the path from dividing it.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
