import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { Account, Transfer } from '@perkex/core/deals/accounts.js';
import type { Deal } from '@perkex/core/deals/deal.js';
import {
  type MoneySums,
  OWN_MONEY,
  OWN_MONEY_KINDS,
  type OwnMoney,
  ownMoney,
} from '@perkex/core/deals/own-money.js';
import { groupBy } from '@perkex/core/group-by.js';
import { RowSet } from '../database/row-set.js';
import { int4, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from './deal-key.js';
import { sumColumn } from './money-sums.js';
import { usersOfDeal } from './users-of-deal.js';

const READ_TRANSFERS = statement({
  name: 'read-transfers-of-deal',
  text: `select from_account as "from", to_account as "to", amount_cents as "amountCents"
         from transfers where product_id = $1 and deal_id = $2 and version < $3`,
  row: { from: text, to: text, amountCents: int4 },
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
});

const DELETE_LINES = statement({
  name: 'delete-money-lines',
  text: `delete from money_lines as line using ${LINES.as('gone')}
         where line.deal_id = $${LINES.size + 1} and line.user_id = gone.user_id and line.kind = gone.kind`,
});

const SAVE_LINES = statement({
  name: 'save-money-lines',
  text: `insert into money_lines (${LINES.names}, deal_id, product_id, at)
         select changed.*, $${LINES.size + 1}::uuid, $${LINES.size + 2}::int4, $${LINES.size + 3}::timestamptz
         from ${LINES.as('changed')}
         on conflict (deal_id, user_id, kind) do update set cents = excluded.cents, at = excluded.at`,
});

interface ChangedSums {
  readonly userId: string;
  readonly changes: MoneySums;
}

const CHANGES = new RowSet<ChangedSums>({
  user_id: [text, ({ userId }) => userId],
  ...Object.fromEntries(
    OWN_MONEY_KINDS.map((kind) => [
      sumColumn(kind),
      [int4, ({ changes }: ChangedSums) => changes[kind] ?? 0] as const,
    ]),
  ),
});

/** Locks the users in one order, so that two steps never wait for each other. */
const ADD_TO_SUMS = statement({
  name: 'add-to-money-sums',
  text: `insert into money_sums as total (${CHANGES.names})
         select * from ${CHANGES.as('changed')} order by user_id
         on conflict (user_id) do update set
           ${OWN_MONEY_KINDS.map(sumColumn)
             .map((column) => `${column} = total.${column} + excluded.${column}`)
             .join(', ')}`,
});

/** A step of a deal: before it, after it, and its transfers. */
export interface MoneyStep {
  readonly before: Deal;
  readonly after: Deal;
  readonly transfers: readonly Transfer[];
}

/** Saves how a step has changed the money of its users, with the step. */
export async function saveMoneyLines(
  tx: Transaction,
  key: DealKey,
  { before, after, transfers }: MoneyStep,
): Promise<void> {
  if (transfers.length === 0 && before.state === after.state) {
    return;
  }
  const { productId, id } = key;
  const users = await usersOfDeal(tx, key);
  const earlier = (await READ_TRANSFERS.rows(tx, [productId, id, after.version])).map(transferOf);
  const changed = DEAL_PARTIES.flatMap((party) =>
    changesOf(
      users[party],
      ownMoney(before, earlier, party),
      ownMoney(after, [...earlier, ...transfers], party),
    ),
  );
  if (changed.length === 0) {
    return;
  }
  await DELETE_LINES.run(tx, [...LINES.values(changed.filter(({ cents }) => cents === 0)), id]);
  const at = new Date(after.atMs).toISOString();
  await SAVE_LINES.run(tx, [...LINES.values(changed.filter(({ cents }) => cents > 0)), id, productId, at]);
  await ADD_TO_SUMS.run(tx, CHANGES.values(sumsOf(changed)));
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

function sumsOf(changed: readonly ChangedLine[]): ChangedSums[] {
  return [...groupBy(changed, ({ userId }) => userId)].map(([userId, lines]) => ({
    userId,
    changes: Object.fromEntries(lines.map(({ kind, changeCents }) => [kind, changeCents])),
  }));
}

function transferOf({
  from,
  to,
  amountCents,
}: {
  readonly from: string;
  readonly to: string;
  readonly amountCents: number;
}): Transfer {
  return { from: from as Account, to: to as Account, amountCents };
}
