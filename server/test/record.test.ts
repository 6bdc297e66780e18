import type { HelpIndex, HelpPage } from '@perkex/contract/help.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { readDeal } from '../src/deals/read-deal.js';
import { takeStep } from '../src/deals/take-step.js';
import { closeLedgerDays } from '../src/ledger/ledger-days.js';
import { buildDeal, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from './deals.js';
import { buildTestApp, PUBLIC_URL, useMarket } from './test-app.js';
import { readPage, useWebBuild } from './web-build.js';

const HOUR_MS = 3_600_000;
const ROOTS_ARE_SOUND = 'the roots of days are what their steps and acts say';

const clock = { ...SYSTEM_CLOCK, steadyMs: () => SYSTEM_CLOCK.steadyMs() + laterMs };
const web = useWebBuild();
const market = useMarket(async () => ({ payments: { provider: 'play' }, pages: await web.build(), clock }));
let laterMs = 0;

beforeAll(async () => {
  await market.jobs.stop();
});

type By = 'buyer' | 'seller' | 'provider' | 'clock' | 'ann' | 'bob';
/** Hours after the trade. */
type Step = readonly [hours: number, by: By, event: DealEvent];

const PAID: readonly Step[] = [
  [0, 'clock', { type: 'pay', method: 'card', carriedCents: 0 }],
  [0.1, 'provider', { type: 'payment-held', callVersion: 1, amountCents: TERMS.buyerTotalCents }],
];
const RECEIVED: readonly Step[] = [
  ...PAID,
  [20, 'seller', { type: 'ship' }],
  [24, 'ann', { type: 'receive' }],
];
const FAILED: readonly Step[] = [
  ...RECEIVED,
  [30.5, 'ann', { type: 'fail' }],
  [31, 'seller', { type: 'object' }],
];

/** A pair that passes after some hours, and whose payout takes as long. */
const passing = (hours: number): readonly Step[] => [
  ...RECEIVED,
  [24 + hours, 'ann', { type: 'pass' }],
  [24 + hours, 'clock', { type: 'start-payout', nettedCents: 0 }],
  [24 + 2 * hours, 'provider', { type: 'payout-done', callVersion: 6 }],
];

async function happen(count: number, steps: readonly Step[]): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const key: DealKey = await buildDeal(market.database);
    for (const [hours, by, event] of steps) {
      const isMember = by === 'ann' || by === 'bob';
      const isParty = by === 'buyer' || by === 'seller';
      await transaction(market.database.pool, async (tx) => {
        const version = (await readDeal(market.database.pool, key))?.deal.version ?? 0;
        const actor = isMember ? ({ kind: 'member', id: by } as const) : { kind: by, id: by };
        const command = { event, actor, seenVersion: isParty ? version : null };
        const moment = { nowMs: TRADED_AT_MS + hours * HOUR_MS, holidays: NO_HOLIDAYS };
        expect((await takeStep(tx, key, command, moment))?.kind, event.type).toBe('stepped');
      });
    }
  }
}

const read = async () => (await market.app.inject('/api/help/record')).json<HelpPage>().html;
/** The rows of all tables. */
const rowsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<tr>\s*(.*?)<\/tr>/gs)].map(([, row = '']) => {
      const [label = '', ...cells] = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell);
      return [label, cells.join(' ')];
    }),
  );

describe('the public record', () => {
  it('is empty before its first day is over', async () => {
    expect(await read()).toContain('The first day of the record is not over yet.');
  });

  it('has how deals ended and how long they took, without small numbers', async () => {
    await happen(12, passing(2));
    await happen(9, passing(10));
    await happen(1, passing(47.2));
    await happen(6, [...FAILED, [40, 'bob', { type: 'pass' }]]);
    await happen(5, [...FAILED, [40, 'bob', { type: 'fail' }]]);
    await happen(4, [...PAID, [1, 'ann', { type: 'cancel' }]]);
    await happen(5, [[0.1, 'buyer', { type: 'undo', earlierUndos: 0 }]]);
    await Promise.all([closeLedgerDays(market.database.pool), closeLedgerDays(market.database.pool)]);
    // Earlier answers have expired.
    laterMs = HOUR_MS;
    const rows = rowsOf(await read());
    expect(rows).toMatchObject({
      Paid: '37',
      'Delivered to the buyer': 'below 5',
      'The buyer did not pay': 'below 5',
      'Undone within ten minutes': '5',
      'Cancelled by us': 'below 5',
      'The pair was rejected': '5',
      Passed: '22',
      'Failed at first': '11',
      'Rejection upheld by a second member': '5',
      'Rejection overturned by a second member': '6',
      'From arrival to the first verdict': '7 hours 10 hours',
      'From the verdict to the payout': '2 hours 10 hours',
    });
  });

  it('publishes the roots of days, which the audit finds again', async () => {
    const { rows } = await market.database.pool.query(
      `select to_char(day, 'YYYY-MM-DD') as day, ledger, journal from daily_roots order by day desc limit 1`,
    );
    const [{ day, ledger, journal }] = rows as [{ day: string; ledger: string; journal: string }];
    expect(rowsOf(await read())[day.replaceAll('-', '\u2011')]).toBe(
      `<code>${ledger}</code> <code>${journal}</code>`,
    );
    const found = (await audit(market.database.pool)).find(({ title }) => title === ROOTS_ARE_SOUND);
    expect(found).toMatchObject({ violations: 0 });
  });

  it('is a page like any page of help, without anything about users', async () => {
    const answer = await market.app.inject('/help/record');
    const { title, canonical, firstScreen } = readPage(answer);
    expect([answer.statusCode, title, canonical]).toEqual([
      200,
      'Our record | PerkeX',
      `${PUBLIC_URL}/help/record`,
    ]);
    expect(JSON.stringify(firstScreen)).not.toMatch(/\bann\b|\bbob\b|"seller"|"buyer"/);
    const index = (await market.app.inject('/api/help')).json<HelpIndex>();
    expect(index.map(({ slug }) => slug)).toContain('record');
    for (const link of (await read()).matchAll(/href="([^"]*)"/g)) {
      expect((await market.app.inject(link[1] ?? '')).statusCode).toBe(200);
    }
  });

  it('does not exist without deals', async () => {
    const other = await buildTestApp({});
    expect((await other.app.inject('/api/help/record')).statusCode).toBe(404);
    await other.close();
  });
});
