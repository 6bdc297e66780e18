import { randomUUID } from 'node:crypto';
import { dealCode, parseDealCode } from '@perkex/core/deals/deal-code.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import { type DealKey, nameOfDeal } from '../src/deals/deal-key.js';
import { readDeal } from '../src/deals/read-deal.js';
import { takeStep } from '../src/deals/take-step.js';
import { perkex, runPerkex } from './cli-process.js';
import { action, buildDeal, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from './deals.js';
import { createTestDatabase, databaseUrl } from './test-database.js';

const PARCEL = ['--parcel', 'ups:1z999aa10123456784'];

let database: Database;
let key: DealKey;
let name: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

/** A deal that is paid. */
beforeEach(async () => {
  key = await buildDeal(database);
  name = `${key.productId}/${key.id}`;
  const held = { type: 'payment-held', callVersion: 1, amountCents: TERMS.buyerTotalCents } as const;
  for (const command of [
    action('buyer', { type: 'pay', method: 'card', carriedCents: 0 }, 0),
    fact('provider', held),
  ]) {
    await transaction(database.pool, (tx) =>
      takeStep(tx, key, command, { nowMs: TRADED_AT_MS + 60_000, holidays: NO_HOLIDAYS }),
    );
  }
});

const deal = (...args: string[]) => perkex(database, 'deal', ...args);
const stateOf = async () => (await readDeal(database.pool, key))?.deal.state;

describe('perkex deal', () => {
  it('shows the state of a deal and the steps that are possible', async () => {
    const { code, stdout } = await deal(name);
    expect(code).toBe(0);
    expect(stdout).toContain(`${nameOfDeal(key)} is paid (version 2)`);
    expect(stdout).toContain('payment held, payout none');
    expect(stdout).toMatch(/deadline 2026-11-\d\dT/);
    expect(stdout).toContain('possible steps: receive, cancel\n');
  });

  it('counts the working days of a deadline without the holidays', async () => {
    const daysOfTwoWeeks = Array.from({ length: 14 }, (_, days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    );
    const environment = { DATABASE_URL: databaseUrl(database), HOLIDAYS: daysOfTwoWeeks.join(', ') };
    await runPerkex(environment, 'deal', name, 'receive', '--by', 'ann');
    const { dueAtMs } = (await readDeal(database.pool, key))?.deal ?? {};
    expect(dueAtMs).toBeGreaterThan(Date.parse(daysOfTwoWeeks[13] ?? ''));
  });

  it('takes the steps of the desk, each recorded with its member', async () => {
    expect((await deal(name, 'receive', '--by', 'ann')).stdout).toContain('is received (version 3)');
    expect((await deal(name, 'pass', '--by', 'bob')).stdout).toContain('is verified (version 4)');
    expect((await deal(name, 'send', '--by', 'ann', ...PARCEL)).stdout).toContain('is sent (version 5)');
    expect((await deal(name, 'parcel-arrived', '--by', 'ann')).stdout).toContain('is delivered (version 6)');
    const { rows: jobs } = await database.pool.query(
      `select data->'news' as news from jobs where kind = 'deal-notification' and data->>'id' = $1
       order by (data->>'version')::int`,
      [key.id],
    );
    expect(
      jobs.map(({ news }) => news.map(({ to, news: what }: Record<string, string>) => `${to} ${what}`)),
    ).toEqual([
      ['buyer received', 'seller received'],
      ['buyer verified', 'seller verified'],
      ['buyer sent'],
      ['buyer delivered', 'seller delivered'],
    ]);
    const { rows } = await database.pool.query(
      'select event, actor_kind, actor_id from deal_events where deal_id = $1 and version > 2 order by version',
      [key.id],
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['receive', 'member', 'ann'],
      ['pass', 'member', 'bob'],
      ['send', 'member', 'ann'],
      ['parcel-arrived', 'provider', 'carrier, by ann'],
    ]);
  });

  it('refuses a step that the state does not allow, and changes nothing', async () => {
    const { code, stderr } = await deal(name, 'send', '--by', 'ann', ...PARCEL);
    expect([code, stderr.trim()]).toEqual([1, 'Refused as wrong-state: the deal is paid.']);
    expect(await stateOf()).toBe('paid');
  });

  it('needs the parcel of a step that sends one, with a number of its carrier', async () => {
    const refused = async (...args: string[]) => (await deal(name, ...args, '--by', 'ann')).stderr;
    expect(await refused('send')).toContain('Name the parcel of send: --parcel CARRIER:NUMBER.');
    expect(await refused('receive', ...PARCEL)).toContain('--parcel belongs to send');
    expect(await refused('send', '--parcel', 'post:12')).toContain('There is no carrier "post".');
    expect(await refused('send', '--parcel', 'ups:12')).toContain('This is not a tracking number of UPS.');
  });

  it('refuses the old label of the box as the number of a parcel from us', async () => {
    await deal(name, 'receive', '--by', 'ann');
    await deal(name, 'pass', '--by', 'bob');
    await database.pool.query(
      `insert into party_steps (product_id, deal_id, version, step_id, carrier, tracking_number)
       values ($1, $2, 3, gen_random_uuid(), 'ups', '1Z999AA10123456785')`,
      [key.productId, key.id],
    );
    const old = await deal(name, 'send', '--by', 'ann', '--parcel', 'ups:1Z999AA10123456785');
    expect([old.code, old.stderr]).toEqual([1, expect.stringContaining('in which the pair came')]);
    expect(await stateOf()).toBe('verified');
    expect((await deal(name, 'send', '--by', 'ann', ...PARCEL)).code).toBe(0);
  });

  it('refuses the decision about an appeal by members who have judged the pair', async () => {
    await deal(name, 'receive', '--by', 'ann');
    await deal(name, 'fail', '--by', 'ann');
    const partyTakes = async (type: 'object' | 'appeal') => {
      const version = (await readDeal(database.pool, key))?.deal.version ?? 0;
      const moment = { nowMs: TRADED_AT_MS + 120_000, holidays: NO_HOLIDAYS };
      const command = action('seller', { type }, version);
      return transaction(database.pool, (tx) => takeStep(tx, key, command, moment));
    };
    await partyTakes('object');
    await deal(name, 'fail', '--by', 'bob');
    await partyTakes('appeal');
    await database.pool.query(
      `insert into pair_reviews values ($1, $2, 1, 'cat', 'fail', '{damaged}', '{}', '{}', false, false, now())`,
      [key.productId, key.id],
    );
    for (const member of ['ann', 'bob', 'cat']) {
      for (const step of ['waive-penalty', 'uphold-penalty']) {
        expect((await deal(name, step, '--by', member)).stderr).toContain('same-member');
      }
    }
    expect((await deal(name, 'waive-penalty', '--by', 'dan')).code).toBe(0);
  });

  it('refuses the second verdict by the member who gave the first', async () => {
    await deal(name, 'receive', '--by', 'ann');
    await deal(name, 'fail', '--by', 'ann');
    const version = (await readDeal(database.pool, key))?.deal.version ?? 0;
    await transaction(database.pool, (tx) =>
      takeStep(tx, key, action('seller', { type: 'object' }, version), {
        nowMs: TRADED_AT_MS + 120_000,
        holidays: NO_HOLIDAYS,
      }),
    );
    expect((await deal(name, 'pass', '--by', 'ann')).stderr).toContain('same-member');
    expect((await deal(name, 'pass', '--by', 'bob')).stdout).toContain('is verified');
  });

  it('once of two at the same time', async () => {
    const answers = await Promise.all([
      deal(name, 'receive', '--by', 'ann'),
      deal(name, 'receive', '--by', 'bob'),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
  });

  it.each([
    [['12'], 'A deal is named by'],
    [['1/x', 'receive', '--by', 'ann'], 'A deal is named by'],
    [['DEAL', 'pay', '--by', 'ann'], 'There is no step "pay"'],
    [['DEAL', 'receive'], 'Name the member'],
    [['DEAL', 'receive', '--by', ' '], 'Name the member'],
    [['DEAL', 'refund-part', '--by', 'ann'], 'Name the amount'],
    [['DEAL', 'receive', '--by', 'ann', '--cents', '5'], '--cents belongs to refund-part'],
    [['DEAL', 'refund-part', '--by', 'ann', '--cents', '0'], '--cents must be'],
  ])('called as %s explains its use', async (args, message) => {
    const { code, stderr } = await deal(...args.map((arg) => (arg === 'DEAL' ? name : arg)));
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(await stateOf()).toBe('paid');
  });

  it('accepts the code of a packing slip, as scanned or as typed', async () => {
    const code = dealCode(key);
    for (const typed of [code, code.replaceAll('-', ''), code.toLowerCase()]) {
      expect((await deal(typed)).stdout).toContain(`${nameOfDeal(key)} is paid`);
    }
    expect((await deal(code, 'receive', '--by', 'ann')).stdout).toContain('is received');
    expect((await perkex(database, 'ledger', 'deal', code)).stdout).toContain('receive by');
    const unknown = dealCode({ productId: key.productId, id: randomUUID() });
    const { code: status, stderr } = await deal(unknown);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`no deal with the code ${unknown}`)]);
  });

  it('does not guess which of two deals with the same code is meant', async () => {
    const code = dealCode(key);
    const other = await buildDeal(database, { id: parseDealCode(code)?.lastId });
    const { code: status, stderr } = await deal(code);
    expect([status, stderr]).toEqual([1, expect.stringContaining('Several deals have the code')]);
    expect((await deal(`${other.productId}/${other.id}`)).code).toBe(0);
  });

  it('names a deal that does not exist', async () => {
    for (const step of [[], ['receive', '--by', 'ann']]) {
      const { code, stderr } = await deal(`1/${randomUUID()}`, ...step);
      expect([code, stderr]).toEqual([1, expect.stringContaining('There is no deal 1/')]);
    }
  });
});
