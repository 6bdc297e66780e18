import { csvText } from '../../csv/csv-text.js';
import { CURRENCY } from '../payment-provider.js';
import { entryText } from './entry-text.js';
import { decimal, type PayoutList } from './pain001.js';

/** A list as a table, for banks that take no pain.001. */
export function csvOfList({ entries }: PayoutList): string {
  const columns = ['list', 'entry', 'name', 'account', 'bank_code', 'amount', 'currency', 'text'];
  return csvText(
    columns,
    entries.map((entry) => [
      entry.list,
      entry.entry,
      entry.holder,
      entry.account,
      entry.bankCode ?? '',
      decimal(entry.amountCents),
      CURRENCY.toUpperCase(),
      entryText(entry),
    ]),
  );
}
