import { IS_NOT_CORRECTED } from './payment-rows.js';

/**
 * SQL: the account that all money of a deal came from, as `payer_name` and `payer_account`. No row if the bank has not
 * named it for each line, or if there are several: every person who knows the reference of a deal can add a cent to its
 * money, and must not get its refund. Lines that were booked by mistake do not count. No row either once money of the
 * deal has come back from that account: it is closed, or takes no money.
 * @param table one with `product_id` and `deal_id`
 */
export function payerOf(table: string): string {
  return `select named.payer_name, named.payer_account
    from (
      select min(line.payer_name) as payer_name, min(line.payer_account) as payer_account
      from bank_lines as line
      where line.product_id = ${table}.product_id and line.deal_id = ${table}.deal_id
        and ${IS_NOT_CORRECTED}
      having count(*) > 0 and count(*) = count(line.payer_account)
        and min(line.payer_account) = max(line.payer_account)
    ) as named
    where not exists (
      select from bank_remittances as back
      where back.product_id = ${table}.product_id and back.deal_id = ${table}.deal_id
        and back.state = 'returned' and back.account = named.payer_account
    )`;
}
