import { balancesAfter, DEAL_ACCOUNTS, NO_BALANCES } from '@perkex/core/deals/accounts.js';
import { hasEnded } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { unreadTradeKeys } from '../books/unread-trades.js';
import { inSnapshot } from '../database/in-snapshot.js';
import { statement, texts } from '../database/statement.js';
import { type DealKey, nameOfDeal } from '../deals/deal-key.js';
import { DEALS_CONSUMER } from '../deals/deals-consumer.js';
import { eventHash, openingHash } from '../deals/event-hash.js';
import {
  addFindings,
  type CheckResult,
  EXAMPLES,
  newResult,
  type OpenResult,
  runChecks,
  statementCheck,
} from './check-result.js';
import { BEFORE_ALL_DEALS, type DealRecords, readDealRecords } from './deal-records.js';
import { FAILED_PAYMENTS_CHECK } from './failed-payments.js';
import { DEBTS_CHECK, MONEY_SUMS_CHECK, PAID_SALES_CHECK, wrongMoneyLines } from './money-lines.js';
import { replayDeal } from './replay-deal.js';
import { auditVoidSales } from './void-sales.js';

const CHECKS: readonly { title: string; violations: (records: DealRecords) => string[] }[] = [
  { title: 'the accounts of a deal are the sums of its transfers', violations: wrongSums },
  { title: 'the events of a deal have no gaps', violations: gaps },
  { title: 'the hashes of a deal form a chain', violations: wrongHashes },
  { title: 'a deal is what its events say, replayed one by one', violations: replayDeal },
  { title: 'the trade of a deal says whether it is in progress, and who undid it', violations: wrongFlags },
  { title: "the money lines of a deal's users are what its transfers say", violations: wrongMoneyLines },
];

/** Compares the deals with their trades, events and transfers, in pages, each from one snapshot. */
export async function auditDeals(client: pg.ClientBase): Promise<CheckResult[]> {
  const results = CHECKS.map(({ title }) => newResult(title, 'deals'));
  let records = await readPage(client, BEFORE_ALL_DEALS);
  while (records.length > 0) {
    for (const [number, { violations }] of CHECKS.entries()) {
      const result = results[number];
      if (result) {
        addTo(result, records, violations);
      }
    }
    records = await readPage(client, records.at(-1)?.stored.key ?? BEFORE_ALL_DEALS);
  }
  return [
    ...(await runChecks(client, [TRADES_CHECK])),
    ...results,
    ...(await runChecks(client, [MONEY_SUMS_CHECK, DEBTS_CHECK, FAILED_PAYMENTS_CHECK, PAID_SALES_CHECK])),
    await auditVoidSales(client),
    await appendOnly(client),
  ];
}

function readPage(client: pg.ClientBase, after: DealKey): Promise<DealRecords[]> {
  return inSnapshot(client, (snapshot) => readDealRecords(snapshot, after));
}

function addTo(
  result: OpenResult,
  records: readonly DealRecords[],
  violationsOf: (records: DealRecords) => string[],
): void {
  for (const record of records) {
    const violations = violationsOf(record);
    addFindings(result, {
      checked: 1,
      violations: violations.length,
      examples: violations.map((violation) => `${nameOfDeal(record.stored.key)}: ${violation}`),
    });
  }
}

function wrongSums({ stored: { deal }, transfers }: DealRecords): string[] {
  const sums = transfers.reduce(balancesAfter, NO_BALANCES);
  return DEAL_ACCOUNTS.filter((account) => sums[account] !== deal.balances[account]).map(
    (account) => `${account} is ${deal.balances[account]}, should be ${sums[account]}`,
  );
}

function gaps({ stored: { deal }, events }: DealRecords): string[] {
  const missing = events.findIndex(({ version }, index) => version !== index + 1);
  if (missing >= 0) {
    return [`version ${missing + 1} is missing`];
  }
  return deal.version === events.length ? [] : [`version ${deal.version} after ${events.length} events`];
}

function wrongHashes({ stored: { key, opening, hash }, events }: DealRecords): string[] {
  let last = openingHash(key, opening);
  for (const event of events) {
    if (event.previousHash !== last) {
      return [`version ${event.version} does not continue the chain`];
    }
    if (event.hash !== eventHash(last, key, event)) {
      return [`version ${event.version} has another hash than its content`];
    }
    last = event.hash;
  }
  return hash === last ? [] : ['the deal has another hash than its last event'];
}

function wrongFlags({ stored: { deal }, flags, events }: DealRecords): string[] {
  const undoneBy = events.find(({ event }) => event.type === 'undo')?.actor.kind ?? null;
  return flags.hasOpenDeal === hasEnded(deal) || flags.undoneBy !== undoneBy
    ? [`is ${deal.state}, undone by ${undoneBy ?? 'no one'}, and its trade says otherwise`]
    : [];
}

/** Trades that the consumer has not reached are not checked yet. */
const TRADES_CHECK = statementCheck('every trade since the start of deals has one', 'trades', {
  name: 'audit-deals-of-trades',
  text: `with ahead as materialized (${unreadTradeKeys(DEALS_CONSUMER)}), start as materialized (
           select at from deal_start
         ), counted as materialized (
           select count(*) as trades from trades where traded_at >= (select at from start)
         ), wrong as (
           select product_id, id, 'has no deal' as what from trades as trade
           where trade.traded_at >= (select at from start)
             and not exists (
               select from deals as deal where deal.product_id = trade.product_id and deal.id = trade.id
             )
             and not exists (
               select from ahead where ahead.product_id = trade.product_id and ahead.id = trade.id
             )
           union all
           select product_id, id, 'is not to have a deal' from deals as deal
           where not exists (
             select from trades as trade
             where trade.product_id = deal.product_id and trade.id = deal.id
               and trade.traded_at >= (select at from start)
           )
         )
         select (select trades from counted)::int as checked, count(*)::int as violations,
           (array_agg('trade ' || product_id || '/' || id || ' ' || what order by product_id, id))[1:${EXAMPLES}]
             as examples
         from wrong`,
});

const FIND_UNPROTECTED = statement({
  name: 'audit-append-only',
  text: `select array(
           select protected.name
           from unnest(array['deal_events', 'transfers', 'deal_photos', 'pair_reviews']) as protected (name)
           where not exists (
             select from pg_trigger
             where tgrelid = to_regclass(protected.name) and tgname = protected.name || '_append_only'
               and tgenabled in ('O', 'A')
           )
         ) as tables`,
  row: { tables: texts },
});

/** A trigger that was off for a while leaves no trace here. The chain of hashes shows such changes. */
async function appendOnly(client: pg.ClientBase): Promise<CheckResult> {
  const tables = (await FIND_UNPROTECTED.row(client))?.tables ?? [];
  const title = 'events, transfers, photos and reviews of deals cannot be changed';
  return { title, unit: 'tables', checked: 4, violations: tables.length, examples: tables };
}
