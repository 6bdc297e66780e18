import type pg from 'pg';
import { int4, orNull, type Statement, statement, texts } from '../database/statement.js';

/** The result of one check over the whole market. */
export interface CheckResult {
  readonly title: string;
  readonly unit: string;
  readonly checked: number;
  readonly violations: number;
  /** Some violations, each with its place. */
  readonly examples: string[];
}

/** The maximum number of examples of a check. */
export const EXAMPLES = 5;

/** The row of a statement that makes a whole check. */
export const FINDINGS = { checked: int4, violations: int4, examples: orNull(texts) };

export interface Findings {
  readonly checked: number;
  readonly violations: number;
  readonly examples: string[] | null;
}

/** A check that one statement makes. */
export interface StatementCheck {
  readonly title: string;
  readonly unit: string;
  readonly statement: Statement<Findings>;
}

/** Declares a check at the top of a module. The statement's row has the columns of `FINDINGS`. */
export function statementCheck(
  title: string,
  unit: string,
  { name, text }: Pick<Statement<Findings>, 'name' | 'text'>,
): StatementCheck {
  return { title, unit, statement: statement({ name, text, row: FINDINGS }) };
}

/** Runs checks, one after the other. */
export async function runChecks(
  client: pg.ClientBase,
  checks: readonly StatementCheck[],
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { title, unit, statement } of checks) {
    results.push(resultOf(title, unit, await statement.row(client)));
  }
  return results;
}

/** A result to which findings are added. */
export interface OpenResult extends CheckResult {
  checked: number;
  violations: number;
}

export function newResult(title: string, unit: string): OpenResult {
  return { title, unit, checked: 0, violations: 0, examples: [] };
}

/** The result of a check that one statement makes. */
export function resultOf(title: string, unit: string, found: Findings | undefined): CheckResult {
  const { checked = 0, violations = 0, examples } = found ?? {};
  return { title, unit, checked, violations, examples: examples ?? [] };
}

export function addFindings(result: OpenResult, { checked, violations, examples }: Findings): void {
  result.checked += checked;
  result.violations += violations;
  result.examples.push(...(examples ?? []).slice(0, EXAMPLES - result.examples.length));
}
