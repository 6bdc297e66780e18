import { spawnSync } from 'node:child_process';
import { prepare, ROOT, toolPath } from './prepare.mjs';

prepare({ withTools: true });
const { status } = spawnSync(
  toolPath('vitest'),
  ['run', '--config', 'vitest.engines.config.ts', '--reporter=verbose', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
