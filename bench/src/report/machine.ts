import { cpus, totalmem } from 'node:os';
import { counted } from '@perkex/core/counted.js';

const BYTES_PER_GB = 1024 ** 3;

/** The machine of the measurements. Only ratios are comparable with those of other machines. */
export function describeMachine(postgresVersion: string): string {
  const [cpu] = cpus();
  const cores = cpus().length;
  const model =
    cpu?.model
      .replaceAll(/\((R|TM)\)/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim() ?? 'unknown CPU';
  return (
    `${counted(cores, 'core')} of ${model}, ${Math.round(totalmem() / BYTES_PER_GB)} GB, ` +
    `${process.platform} ${process.arch}, Node ${process.versions.node}, PostgreSQL ${postgresVersion}`
  );
}
