import { cpus, totalmem } from 'node:os';

const BYTES_PER_GB = 1024 ** 3;

/** What the figures were measured on: they are worth nothing on another machine, only their ratios are. */
export function describeMachine(postgresVersion: string): string {
  const [cpu] = cpus();
  const cores = cpus().length;
  const model =
    cpu?.model
      .replaceAll(/\((R|TM)\)/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim() ?? 'unknown CPU';
  return (
    `${cores} ${cores === 1 ? 'core' : 'cores'} of ${model}, ${Math.round(totalmem() / BYTES_PER_GB)} GB, ` +
    `${process.platform} ${process.arch}, Node ${process.versions.node}, PostgreSQL ${postgresVersion}`
  );
}
