import type pg from 'pg';
import { int4, oneOf, orNull, type RowOf, statement, text, uuid } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { DealKey } from '../../deals/deal-key.js';
import { dealOfMoney } from './payment-rows.js';

export const REMITTANCE_KINDS = ['pay-out', 'refund', 'return', 'credit'] as const;
export type RemittanceKind = (typeof REMITTANCE_KINDS)[number];

/** `waiting`: on no list. `listed`: the bank has it. `paid`: it has left. `returned`: the bank sent it back. */
export const REMITTANCE_STATES = ['waiting', 'listed', 'paid', 'returned'] as const;

const READ_REMITTANCE = statement({
  name: 'read-bank-remittance',
  text: 'select state, amount_cents as "amountCents", reason from bank_remittances where id = $1',
  row: { state: oneOf(REMITTANCE_STATES), amountCents: int4, reason: orNull(text) },
});

const SAVE_REMITTANCE = statement({
  name: 'save-bank-remittance',
  text: `insert into bank_remittances (id, product_id, deal_id, kind, amount_cents) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
});

const READ_OF_LIST = statement({
  name: 'read-bank-remittances-of-list',
  text: `select id, product_id as "productId", ${dealOfMoney('remittance')} as "dealId", line_id as "lineId", kind,
           amount_cents as "amountCents", state, list, entry, holder, account, bank_code as "bankCode", reason,
           changed_by as "changedBy"
         from bank_remittances as remittance where list = $1 order by entry`,
  row: {
    id: text,
    productId: orNull(int4),
    dealId: orNull(uuid),
    lineId: orNull(text),
    kind: oneOf(REMITTANCE_KINDS),
    amountCents: int4,
    state: oneOf(REMITTANCE_STATES),
    list: orNull(int4),
    entry: orNull(int4),
    holder: orNull(text),
    account: orNull(text),
    bankCode: orNull(text),
    reason: orNull(text),
    changedBy: orNull(text),
  },
});

type ListRow = RowOf<typeof READ_OF_LIST>;

/** An entry of a list of outgoing money. The amount is in cents. */
export interface ListEntry extends ListRow {
  readonly list: number;
  readonly entry: number;
  readonly holder: string;
  readonly account: string;
}

export interface NewRemittance {
  readonly id: string;
  readonly key: DealKey;
  readonly kind: RemittanceKind;
  readonly amountCents: number;
}

/** The progress of outgoing money; null if there is none of this id. */
export async function readRemittance(
  connection: pg.Pool | Transaction,
  id: string,
): Promise<RowOf<typeof READ_REMITTANCE> | null> {
  return (await READ_REMITTANCE.row(connection, [id])) ?? null;
}

/** Stores outgoing money for the next list, once. */
export async function saveRemittance(
  connection: pg.Pool | Transaction,
  { id, key, kind, amountCents }: NewRemittance,
): Promise<void> {
  await SAVE_REMITTANCE.run(connection, [id, key.productId, key.id, kind, amountCents]);
}

/** The entries of a list, in their order; none of a list that does not exist. */
export async function readListEntries(connection: pg.Pool | Transaction, list: number): Promise<ListEntry[]> {
  return (await READ_OF_LIST.rows(connection, [list])).filter(isListed);
}

/** A constraint of the table says the same. */
function isListed(row: ListRow): row is ListEntry {
  return row.list !== null && row.entry !== null && row.holder !== null && row.account !== null;
}
