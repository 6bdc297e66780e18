import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { Transfer } from '@perkex/core/deals/accounts.js';
import type { Deal } from '@perkex/core/deals/deal.js';
import {
  DEBT_KINDS,
  OWN_MONEY,
  OWN_MONEY_KINDS,
  type OwnMoney,
  ownMoney,
} from '@perkex/core/deals/own-money.js';
import { RowSet } from '../database/row-set.js';
import { float8, int4, json, statement, text } from '../database/statement.js';
import { type Transaction, together } from '../database/transaction.js';
import { saveDebts } from '../users/user-debts.js';
import { type DealKey, nameOfDeal } from './deal-key.js';
import { DEBT_OF_SUMS, sumColumn } from './money-sums.js';

/**
 * The users of a deal and its transfers before a version. The lock makes account erasure wait, which replaces the users
 * of trades.
 */
const READ_MONEY = statement({
  name: 'read-money-of-deal',
  text: `select trade.buyer_id as buyer, trade.seller_id as seller, (
           select coalesce(jsonb_agg(jsonb_build_object(
             'from', earlier.from_account, 'to', earlier.to_account, 'amountCents', earlier.amount_cents)), '[]')
           from transfers as earlier
           where earlier.product_id = $1 and earlier.deal_id = $2 and earlier.version < $3
         ) as transfers
         from trades as trade where trade.product_id = $1 and trade.id = $2 for share of trade`,
  row: { buyer: text, seller: text, transfers: json<Transfer[]>() },
});

interface ChangedLine extends OwnMoney {
  readonly userId: string;
  readonly changeCents: number;
}

const LINES = new RowSet<ChangedLine>({
  user_id: [text, ({ userId }) => userId],
  kind: [text, ({ kind }) => kind],
  place: [text, ({ kind }) => OWN_MONEY[kind]],
  cents: [int4, ({ cents }) => cents],
  change_cents: [int4, ({ changeCents }) => changeCents],
});
const CHANGED = LINES.as('changed');
const [DEAL_ID, PRODUCT, AT] = [`$${LINES.size + 1}::uuid`, `$${LINES.size + 2}::int4`, `$${LINES.size + 3}`];
const SUM_COLUMNS = OWN_MONEY_KINDS.map(sumColumn);

/** Lines of nothing are deleted. The users are locked in one order, so that two steps never wait for each other. */
const SAVE_LINES = statement({
  name: 'save-money-lines',
  text: `with gone as (
           delete from money_lines as line using ${CHANGED}
           where changed.cents = 0
             and line.deal_id = ${DEAL_ID} and line.user_id = changed.user_id and line.kind = changed.kind
         ), saved as (
           insert into money_lines (user_id, kind, place, cents, deal_id, product_id, at)
           select user_id, kind, place, cents, ${DEAL_ID}, ${PRODUCT}, ${AT}::timestamptz
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
  readonly before: Deal;
  readonly after: Deal;
  readonly transfers: readonly Transfer[];
}

/**
 * Saves how a step changes the money of its users, with the step.
 * @param save saves the step; the money is read in the same round trip
 */
export async function saveWithMoneyLines(
  tx: Transaction,
  key: DealKey,
  { before, after, transfers }: MoneyStep,
  save: () => Promise<void>,
): Promise<void> {
  // Half of a cent is shared by no transfer, but the cent was collected.
  const isCollected = before.penaltyCollectedCents !== after.penaltyCollectedCents;
  if (transfers.length === 0 && before.state === after.state && !isCollected) {
    return save();
  }
  const { productId, id } = key;
  const [, money] = await together(tx, save, () => READ_MONEY.row(tx, [productId, id, after.version]));
  if (!money) {
    throw new Error(`The trade of ${nameOfDeal(key)} is missing.`);
  }
  const { transfers: earlier } = money;
  const changed = DEAL_PARTIES.flatMap((party) =>
    changesOf(
      money[party],
      ownMoney(before, earlier, party),
      ownMoney(after, [...earlier, ...transfers], party),
    ),
  );
  if (changed.length > 0) {
    const at = new Date(after.atMs).toISOString();
    const values = [...LINES.values(changed), id, productId, at];
    if (changed.some(({ kind }) => DEBT_KINDS.includes(kind))) {
      await saveDebts(tx, await SAVE_LINES.rows(tx, values), at);
    } else {
      await SAVE_LINES.send(tx, values);
    }
  }
}

function changesOf(userId: string, before: readonly OwnMoney[], after: readonly OwnMoney[]): ChangedLine[] {
  const centsBefore = new Map(before.map(({ kind, cents }) => [kind, cents]));
  const centsAfter = new Map(after.map(({ kind, cents }) => [kind, cents]));
  return [...new Set([...centsBefore.keys(), ...centsAfter.keys()])].flatMap((kind) => {
    const cents = centsAfter.get(kind) ?? 0;
    const changeCents = cents - (centsBefore.get(kind) ?? 0);
    return changeCents === 0 ? [] : [{ userId, kind, cents, changeCents }];
  });
}
