import type { Command } from 'commander';
import { audit } from '../audit/audit.js';
import type { CheckResult } from '../audit/check-result.js';
import { addCommand, type OnDatabase } from './command.js';
import type { Output } from './output.js';

export function addAudit(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'audit',
    usage: '[--help]',
    summary: 'Check everything that must always be true of the books.',
    help: 'Prints a line for each invariant with how much was checked, and exits with 1 on any violation.',
  }).action(() =>
    onDatabase(async ({ database, output }) => ((await auditAndReport(database.pool, output)) ? 0 : 1)),
  );
}

/** Audits the market and prints a line for each check. @returns true if there are no violations */
export async function auditAndReport(pool: Parameters<typeof audit>[0], output: Output): Promise<boolean> {
  const progress = output.progress('Auditing products');
  const results = await audit(pool, (done, total) => progress.update(done, total));
  progress.end();
  for (const result of results) {
    report(result, output);
  }
  const violations = results.reduce((sum, result) => sum + result.violations, 0);
  output.line(violations === 0 ? 'The audit found nothing.' : `The audit found ${violations} violations.`);
  return violations === 0;
}

function report({ title, unit, checked, violations, examples }: CheckResult, output: Output): void {
  output.line(
    `${violations === 0 ? 'ok      ' : 'VIOLATED'} ${title} (${checked} ${unit}${violations === 0 ? '' : `, ${violations} violations`})`,
  );
  for (const example of examples) {
    output.line(`           ${example}`);
  }
}
