import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { takeStep } from '../src/deals/take-step.js';
import { dollars } from '../src/ledger/dollars.js';
import { journalAccount } from '../src/ledger/journal.js';
import { readAccountSums } from '../src/ledger/ledger-days.js';
import { perkex } from './cli-process.js';
import { action, buildDeal, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from './deals.js';
import { createTestDatabase } from './test-database.js';

const hasHledger = spawnSync('hledger', ['--version']).status === 0;
if (!hasHledger) {
  console.log('hledger is not installed: the export of the ledger is not compared with it.');
}

let database: Database;
let paid: DealKey;

/** A deal that is paid out, and one that is refunded a day later. */
beforeAll(async () => {
  database = await createTestDatabase();
  const pay = action('buyer', { type: 'pay', method: 'card', carriedCents: 0 }, 0);
  const held = fact('provider', {
    type: 'payment-held',
    callVersion: 1,
    amountCents: TERMS.buyerTotalCents,
  });
  paid = await buildDeal(database);
  await takeAll(paid, TRADED_AT_MS, [
    pay,
    held,
    fact('member', { type: 'receive' }),
    fact('member', { type: 'pass' }),
    fact('clock', { type: 'start-payout', nettedCents: 0 }),
    fact('provider', { type: 'payout-done', callVersion: 5 }),
  ]);
  await takeAll(await buildDeal(database), TRADED_AT_MS + 24 * 3_600_000, [
    action('buyer', { type: 'pay', method: 'bank-transfer', carriedCents: 0 }, 0),
    held,
    fact('member', { type: 'cancel' }),
    action('buyer', { type: 'choose-refund' }, 3),
    fact('provider', { type: 'refund-done', callVersion: 4 }),
  ]);
});

afterAll(() => database.close());

async function takeAll(
  key: DealKey,
  nowMs: number,
  commands: Parameters<typeof takeStep>[2][],
): Promise<void> {
  for (const command of commands) {
    const result = await transaction(database.pool, (tx) =>
      takeStep(tx, key, command, { nowMs, holidays: NO_HOLIDAYS }),
    );
    expect(result).toMatchObject({ kind: 'stepped' });
  }
}

describe('perkex ledger', () => {
  it('shows what went into and out of each account', async () => {
    const { code, stdout } = await perkex(database, 'ledger');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^account +in +out +balance$/);
    const total = TERMS.buyerTotalCents;
    expect(lines.find((line) => line.startsWith('held'))).toMatch(
      new RegExp(`^held +${dollars(BigInt(2 * total))} +${dollars(BigInt(2 * total))} +0\\.00$`),
    );
    const sums = await readAccountSums(database.pool, null);
    expect(sums.reduce((sum, { inCents, outCents }) => sum + inCents - outCents, 0)).toBe(0);
  });

  it('shows an account by day, and all accounts of a day', async () => {
    const account = await perkex(database, 'ledger', 'account', 'held');
    expect(account.stdout).toMatch(/^2026-11-02 .*0\.00\n2026-11-03 .*0\.00\n$/m);
    const day = await perkex(database, 'ledger', 'day', '2026-11-03');
    expect(day.stdout).toMatch(/^refunding /m);
    expect(day.stdout).not.toMatch(/^fees /m);
  });

  it('shows the events and transfers of a deal', async () => {
    const { stdout } = await perkex(database, 'ledger', 'deal', `${paid.productId}/${paid.id}`);
    expect(stdout).toMatch(
      /^1 {2}2026-11-02 10:00:00 UTC {2}pay by buyer\n {5}[\d.]+ from provider to collecting\n/,
    );
    expect(stdout).toContain('3  2026-11-02 10:00:00 UTC  receive by member\n4  ');
  });

  it.each([
    [['account', 'pocket'], 'There is no account "pocket".'],
    [['day', '26.11.2026'], 'A day is a date such as 2026-11-26'],
    [['day', '2026-02-30'], 'A day is a date such as 2026-11-26'],
    [['deal', '7'], 'A deal is named by the numbers of its product and its trade'],
    [['account'], 'Name one account'],
    [['export', 'file'], 'The ledger has no "export"'],
    [['sums', 'all'], 'The ledger has no "sums".'],
  ])('explains what is wrong with %j', async (args, says) => {
    const { code, stderr } = await perkex(database, 'ledger', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });

  it('exports a transaction for each event that moves money', async () => {
    const { stdout } = await perkex(database, 'ledger', 'export');
    expect(stdout).toContain(
      [
        `2026-11-02 (${paid.productId}/${paid.id}/2) payment-held`,
        `    deal:held  $${dollars(BigInt(TERMS.buyerTotalCents))}`,
        `    deal:collecting  $-${dollars(BigInt(TERMS.buyerTotalCents))}`,
      ].join('\n'),
    );
  });

  it.skipIf(!hasHledger)('exports what hledger accepts, with the same balances', async () => {
    const journal = (await perkex(database, 'ledger', 'export')).stdout;
    const hledger = (...args: string[]) =>
      execFileSync('hledger', ['-f', '-', ...args], { input: journal, encoding: 'utf8' });
    hledger('check');
    const balances = hledger('balance', '--flat', '--empty', '--no-total', '-O', 'csv');
    const ours = (await readAccountSums(database.pool, null)).map(({ account, inCents, outCents }) => {
      const balance = inCents - outCents;
      return `"${journalAccount(account)}","${balance === 0 ? '0' : `$${dollars(BigInt(balance))}`}"`;
    });
    expect(balances.trimEnd().split('\n').slice(1).sort()).toEqual(ours.sort());
  });
});
