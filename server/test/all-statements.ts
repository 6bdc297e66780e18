import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The sources of the server and the demonstration market, without tests. */
export const SOURCES = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'server/src', 'demo/src'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /(?<!\.test)\.ts$/.test(file));

export function readSource(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Loads every source with statements, so that `declaredStatements` has them all. */
export async function loadAllStatements(): Promise<void> {
  for (const file of SOURCES.filter((name) =>
    /\b(statement|statementCheck|forgetRows)\(/.test(readSource(name)),
  )) {
    await import(path.join(ROOT, file));
  }
}
