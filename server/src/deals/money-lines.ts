import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { Transfer } from '@perkex/core/deals/accounts.js';
import type { ByParty } from '@perkex/core/deals/by-party.js';
import type { Deal } from '@perkex/core/deals/deal.js';
import {
  DEBT_KINDS,
  OWN_MONEY,
  OWN_MONEY_KINDS,
  type OwnMoney,
  type OwnMoneyKind,
  ownMoney,
} from '@perkex/core/deals/own-money.js';
import { isoTime } from '../clock/iso-time.js';
import { byProduct } from '../database/citus.js';
import { RowSet } from '../database/row-set.js';
import { float8, int4, json, type RowOf, statement, text, timestamptz, uuid } from '../database/statement.js';
import { type Transaction, together } from '../database/transaction.js';
import { countPaidSales, PAYOUT_KINDS } from '../users/seller-levels.js';
import { saveDebts } from '../users/user-debts.js';
import { amongDealKeys, type DealKey, nameOfDeal } from './deal-key.js';
import { DEBT_OF_SUMS, SUM_COLUMNS } from './money-sums.js';

const VERSIONS = new RowSet<MoneyStep>({
  product_id: [int4, ({ key }) => key.productId],
  id: [uuid, ({ key }) => key.id],
  version: [int4, ({ after }) => after.version],
});

/**
 * The users of deals and their transfers before a version. The lock makes account erasure wait, which replaces the
 * users of trades.
 */
const READ_MONEY = statement({
  name: 'read-money-of-deals',
  text: `select trade.id, trade.buyer_id as buyer, trade.seller_id as seller, (
           select coalesce(jsonb_agg(jsonb_build_object(
             'from', earlier.from_account, 'to', earlier.to_account, 'amountCents', earlier.amount_cents)), '[]')
           from transfers as earlier
           where earlier.product_id = trade.product_id and earlier.deal_id = trade.id
             and earlier.version < stepped.version and earlier.product_id = any($1::int4[])
         ) as transfers
         from ${VERSIONS.as('stepped')}
         join trades as trade on trade.product_id = stepped.product_id and trade.id = stepped.id
         where ${amongDealKeys('trade')}
         for share of trade`,
  row: { id: uuid, buyer: text, seller: text, transfers: json<Transfer[]>() },
});

/** A line of a user's money in a deal, as a step has changed it. */
export interface ChangedLine extends OwnMoney {
  readonly key: DealKey;
  readonly atMs: number;
  readonly userId: string;
  readonly changeCents: number;
}

const LINES = new RowSet<ChangedLine>({
  user_id: [text, ({ userId }) => userId],
  kind: [text, ({ kind }) => kind],
  place: [text, ({ kind }) => OWN_MONEY[kind]],
  cents: [int4, ({ cents }) => cents],
  deal_id: [uuid, ({ key }) => key.id],
  product_id: [int4, ({ key }) => key.productId],
  at: [timestamptz, ({ atMs }) => isoTime(atMs)],
  change_cents: [int4, ({ changeCents }) => changeCents],
});
const CHANGED = LINES.as('changed');

/** Lines of nothing are deleted. The users are locked in one order, so that two steps never wait for each other. */
const SAVE_LINES = statement({
  name: 'save-money-lines',
  text: `with gone as (
           delete from money_lines as line using ${CHANGED}
           where changed.cents = 0
             and line.deal_id = changed.deal_id and line.user_id = changed.user_id and line.kind = changed.kind
             and ${LINES.among('line', ['deal_id', 'user_id'])}
         ), saved as (
           insert into money_lines (user_id, kind, place, cents, deal_id, product_id, at)
           select user_id, kind, place, cents, deal_id, product_id, at
           from ${CHANGED} where cents > 0
           on conflict (deal_id, user_id, kind) do update set cents = excluded.cents, at = excluded.at
         )
         insert into money_sums as total (user_id, ${SUM_COLUMNS.join(', ')})
         select user_id, ${OWN_MONEY_KINDS.map((kind) => `coalesce(sum(change_cents) filter (where kind = '${kind}'), 0)`).join(', ')}
         from ${CHANGED} group by user_id order by user_id
         on conflict (user_id) do update set
           ${SUM_COLUMNS.map((column) => `${column} = total.${column} + excluded.${column}`).join(', ')}
         returning user_id as "userId", ${DEBT_OF_SUMS}::float8 as "debtCents"`,
  row: { userId: text, debtCents: float8 },
});

/** A step of a deal: before it, after it, and its transfers. */
export interface MoneyStep {
  readonly key: DealKey;
  readonly before: Deal;
  readonly after: Deal;
  readonly transfers: readonly Transfer[];
}

/** The users of the deals, by the ids of the deals, and the lines that have changed. */
export interface MovedMoney {
  readonly users: ReadonlyMap<string, ByParty<string>>;
  readonly lines: readonly ChangedLine[];
}

/**
 * Saves how steps of different deals change the money of their users, with the steps.
 * @param save saves the steps; the money is read in the same round trip
 */
export async function saveWithMoneyLines(
  tx: Transaction,
  steps: readonly MoneyStep[],
  save: () => Promise<void>,
): Promise<MovedMoney> {
  const read = (some: readonly MoneyStep[]) => READ_MONEY.rows(tx, VERSIONS.values(some));
  const [, rows] = await together(tx, save, () => byProduct(tx, steps, ({ key }) => key.productId, read));
  const moneyById = new Map(rows.map((row) => [row.id, row]));
  const changed = steps.filter(isMoving).flatMap((step) => changedLines(step, moneyById.get(step.key.id)));
  const moved = { users: moneyById, lines: changed };
  if (changed.length === 0) {
    return moved;
  }
  const values = LINES.values(changed);
  if (changed.some(({ kind }) => DEBT_KINDS.includes(kind))) {
    const atMs = Math.max(...changed.map((line) => line.atMs));
    await saveDebts(tx, await SAVE_LINES.rows(tx, values), isoTime(atMs));
  } else {
    await SAVE_LINES.send(tx, values);
  }
  const paid = changed.filter(({ kind }) => (PAYOUT_KINDS as readonly OwnMoneyKind[]).includes(kind));
  if (paid.length > 0) {
    const sellers = [...new Set(paid.map(({ userId }) => userId))];
    await countPaidSales(tx, sellers, Math.max(...paid.map(({ atMs }) => atMs)));
  }
  return moved;
}

/** Half of a cent is shared by no transfer, but the cent was collected. */
function isMoving({ before, after, transfers }: MoneyStep): boolean {
  const isCollected = before.penaltyCollectedCents !== after.penaltyCollectedCents;
  return transfers.length > 0 || before.state !== after.state || isCollected;
}

function changedLines(
  { key, before, after, transfers }: MoneyStep,
  money: RowOf<typeof READ_MONEY> | undefined,
): ChangedLine[] {
  if (!money) {
    throw new Error(`The trade of ${nameOfDeal(key)} is missing.`);
  }
  const { transfers: earlier } = money;
  const { atMs } = after;
  return DEAL_PARTIES.flatMap((party) =>
    changesOf(ownMoney(before, earlier, party), ownMoney(after, [...earlier, ...transfers], party)).map(
      (change) => ({ ...change, key, atMs, userId: money[party] }),
    ),
  );
}

function changesOf(before: readonly OwnMoney[], after: readonly OwnMoney[]) {
  const centsBefore = new Map(before.map(({ kind, cents }) => [kind, cents]));
  const centsAfter = new Map(after.map(({ kind, cents }) => [kind, cents]));
  return [...new Set([...centsBefore.keys(), ...centsAfter.keys()])].flatMap((kind) => {
    const cents = centsAfter.get(kind) ?? 0;
    const changeCents = cents - (centsBefore.get(kind) ?? 0);
    return changeCents === 0 ? [] : [{ kind, cents, changeCents }];
  });
}
