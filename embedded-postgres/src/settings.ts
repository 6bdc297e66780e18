import { totalmem } from 'node:os';

/** The port is only part of the socket's name: PostgreSQL listens on no network address. */
export const PORT = 5432;

const LEAST_BUFFER_MB = 128;
const MAX_BUFFER_MB = 1_024;

/**
 * PostgreSQL's cache: a sixteenth of the memory, within bounds. The default of 128 MB is small for a busy program;
 * memory is only used as pages are read.
 */
function bufferMegabytes(): number {
  // The container's limit; without one, 0 or more than the machine's memory.
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const share = Math.floor(memory / 16 / 2 ** 20);
  return Math.min(MAX_BUFFER_MB, Math.max(LEAST_BUFFER_MB, share));
}

/** Settings for a small machine and short transactions; all others keep PostgreSQL's defaults (fsync on). */
const DEFAULTS: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: `${bufferMegabytes()}MB`,
  synchronous_commit: 'on',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  wal_buffers: '16MB',
  checkpoint_timeout: '15min',
  jit: 'off',
  // After a crash the keeper starts a new PostgreSQL. The crashed one could recover automatically, but if that fails on
  // a full disk, it may stay without its startup process and refuse all connections.
  restart_after_crash: 'off',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log is for failures: no routine lines, and no statements, which contain people's data.
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
};

/**
 * The arguments of `postgres` for these settings.
 * @param extra settings that override the defaults, except the listen addresses
 */
export function settingArguments(socketDir: string, extra: Readonly<Record<string, string>>): string[] {
  const settings = {
    ...DEFAULTS,
    ...extra,
    port: String(PORT),
    listen_addresses: '',
    // The value is a list: quotes protect a comma in the path.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
