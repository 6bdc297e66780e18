import { balancesAfter, DEAL_ACCOUNTS, NO_BALANCES } from '@perkex/core/deals/accounts.js';
import type pg from 'pg';
import { int4, orNull, statement, texts } from '../database/statement.js';
import { nameOfDeal } from '../deals/deal-key.js';
import { DEALS_CONSUMER } from '../deals/deals-consumer.js';
import { eventHash, openingHash } from '../deals/event-hash.js';
import { BEFORE_ALL_DEALS, type DealRecords, readDealRecords } from './deal-records.js';
import { replayDeal } from './replay-deal.js';

interface Result {
  readonly title: string;
  readonly unit: string;
  checked: number;
  violations: number;
  readonly examples: string[];
}

const EXAMPLES = 5;

const CHECKS: readonly { title: string; violations: (records: DealRecords) => string[] }[] = [
  { title: 'the accounts of a deal are the sums of its transfers', violations: wrongSums },
  { title: 'the events of a deal have no gaps', violations: gaps },
  { title: 'the hashes of a deal form a chain', violations: wrongHashes },
  { title: 'a deal is what its events say, replayed one by one', violations: replayDeal },
];

/** Compares the deals with their trades, events and transfers, in pages, each from one snapshot. */
export async function auditDeals(client: pg.ClientBase): Promise<Result[]> {
  const results = CHECKS.map(({ title }) => ({
    title,
    unit: 'deals',
    checked: 0,
    violations: 0,
    examples: [] as string[],
  }));
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
  return [await oneDealForEachTrade(client), ...results, await appendOnly(client)];
}

async function readPage(client: pg.ClientBase, after: typeof BEFORE_ALL_DEALS): Promise<DealRecords[]> {
  await client.query('begin isolation level repeatable read read only');
  try {
    return await readDealRecords(client, after);
  } finally {
    await client.query('commit');
  }
}

function addTo(
  result: Result,
  records: readonly DealRecords[],
  violationsOf: (records: DealRecords) => string[],
): void {
  for (const record of records) {
    const violations = violationsOf(record).map((text) => `${nameOfDeal(record.stored.key)}: ${text}`);
    result.checked += 1;
    result.violations += violations.length;
    result.examples.push(...violations.slice(0, EXAMPLES - result.examples.length));
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

/** Trades that the consumer has not reached are not checked yet. */
const COMPARE_WITH_TRADES = statement({
  name: 'audit-deals-of-trades',
  text: `with ahead as (
           select (trade->>'id')::uuid as id
           from batches as batch
           left join feed_cursors as passed on passed.reader = '${DEALS_CONSUMER}' and passed.lane = batch.lane
           cross join lateral jsonb_path_query(batch.changes, '$.books[*].trades[*]') as trade
           where batch.seq > coalesce(passed.seq, 0)
         ), wanted as (
           select product_id, id from trades where traded_at >= (select at from deal_start)
         ), wrong as (
           select product_id, id, 'has no deal' as what from wanted
           where not exists (
               select from deals as deal where deal.product_id = wanted.product_id and deal.id = wanted.id
             )
             and not exists (select from ahead where ahead.id = wanted.id)
           union all
           select product_id, id, 'is not to have a deal' from deals as deal
           where not exists (
             select from wanted where wanted.product_id = deal.product_id and wanted.id = deal.id
           )
         )
         select (select count(*) from wanted)::int as checked, count(*)::int as violations,
           (array_agg('trade ' || product_id || '/' || id || ' ' || what order by product_id, id))[1:${EXAMPLES}]
             as examples
         from wrong`,
  row: { checked: int4, violations: int4, examples: orNull(texts) },
});

async function oneDealForEachTrade(client: pg.ClientBase): Promise<Result> {
  const { checked = 0, violations = 0, examples } = (await COMPARE_WITH_TRADES.row(client)) ?? {};
  const title = 'every trade since the start of deals has one';
  return { title, unit: 'trades', checked, violations, examples: examples ?? [] };
}

const FIND_UNPROTECTED = statement({
  name: 'audit-append-only',
  text: `select array(
           select protected.name
           from unnest(array['deal_events', 'transfers']) as protected (name)
           where not exists (
             select from pg_trigger
             where tgrelid = to_regclass(protected.name) and tgname = protected.name || '_append_only'
               and tgenabled in ('O', 'A')
           )
         ) as tables`,
  row: { tables: texts },
});

/** A trigger that was off for a while leaves no trace here. The chain of hashes shows such changes. */
async function appendOnly(client: pg.ClientBase): Promise<Result> {
  const tables = (await FIND_UNPROTECTED.row(client))?.tables ?? [];
  const title = 'events and transfers of deals cannot be changed';
  return { title, unit: 'tables', checked: 2, violations: tables.length, examples: tables };
}
