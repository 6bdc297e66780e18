import { OWN_MONEY_KINDS } from '@perkex/core/deals/own-money.js';
import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { SUM_COLUMNS, sumColumn } from './money-sums.js';

const RENAME_LINES = statement({
  name: 'rename-money-lines',
  text: 'update money_lines set user_id = $2 where user_id = $1 and deal_id = any($3::uuid[])',
});

/** The sums of the deals that were renamed, for the two users in one order. */
const MOVE_SUMS = statement({
  name: 'move-money-sums',
  text: `insert into money_sums as total (user_id, ${SUM_COLUMNS.join(', ')})
         select owner.user_id, ${OWN_MONEY_KINDS.map(
           (kind) =>
             `coalesce(sum(line.cents * owner.sign) filter (where line.kind = '${kind}'), 0) as ${sumColumn(kind)}`,
         ).join(', ')}
         from money_lines as line
         cross join (values ($1::text, -1), ($2::text, 1)) as owner (user_id, sign)
         where line.user_id = $2 and line.deal_id = any($3::uuid[])
         group by owner.user_id order by owner.user_id
         on conflict (user_id) do update set
           ${SUM_COLUMNS.map((column) => `${column} = total.${column} + excluded.${column}`).join(', ')}`,
});

const DELETE_EMPTY_SUMS = statement({
  name: 'delete-empty-money-sums',
  text: `delete from money_sums where user_id = $1 and not exists (select from money_lines where user_id = $1)`,
});

/** Renames the lines of deals whose trades were renamed in this transaction: a user's account is erased. */
export async function renameInMoneyLines(
  tx: Transaction,
  { userId, pseudonym }: { readonly userId: string; readonly pseudonym: string },
  dealIds: readonly string[],
): Promise<void> {
  if (dealIds.length > 0) {
    await RENAME_LINES.run(tx, [userId, pseudonym, dealIds]);
    await MOVE_SUMS.run(tx, [userId, pseudonym, dealIds]);
    await DELETE_EMPTY_SUMS.run(tx, [userId]);
  }
}
