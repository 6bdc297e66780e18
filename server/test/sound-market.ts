import type pg from 'pg';
import { expect } from 'vitest';
import { audit } from '../src/audit/audit.js';
import type { CheckResult } from '../src/audit/check-result.js';
import { auditDeals } from '../src/audit/deals.js';
import { auditPayments } from '../src/audit/payments.js';

interface Audited {
  readonly pool: pg.Pool;
}

const violatedOf = (results: readonly CheckResult[]) => results.filter(({ violations }) => violations > 0);

/** The checks of the audit that find something wrong. */
export const violatedChecks = async ({ pool }: Audited): Promise<CheckResult[]> =>
  violatedOf(await audit(pool));

/** As `violatedChecks`, of deals and their payments alone: for tests that store no orders and sales. */
export async function violatedDealChecks({ pool }: Audited): Promise<CheckResult[]> {
  const client = await pool.connect();
  try {
    return violatedOf([...(await auditDeals(client)), ...(await auditPayments(client))]);
  } finally {
    client.release();
  }
}

export async function expectSoundMarket(database: Audited): Promise<void> {
  expect(await violatedChecks(database)).toEqual([]);
}

/** Audits a market, closes what the tests have opened in this order, and expects that the audit found nothing wrong. */
export async function closeAfterAudit(
  database: Audited,
  ...opened: readonly { close(): unknown }[]
): Promise<void> {
  const violated = await violatedChecks(database);
  for (const each of opened) {
    await each.close();
  }
  expect(violated).toEqual([]);
}
