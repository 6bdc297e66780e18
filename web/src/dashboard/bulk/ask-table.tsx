import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { counted } from '@perkex/core/counted.js';
import { orderName } from '../../api/order-name.js';
import type { PriceRuleRow } from '../../api/price-rules.js';
import { GrowingList } from '../../lists/growing-list.js';
import { Item } from '../../lists/item.js';
import { OrderTable } from '../../lists/order-table.js';
import { CheckboxField } from '../../ui/field.js';
import { expiryText } from '../expiry-text.js';
import { PriceRuleLine } from '../price-rule-line.js';
import { priceOfRow } from '../rows.js';

interface AskTableProps {
  readonly rows: readonly OpenOrderRow[];
  readonly rules: ReadonlyMap<string, PriceRuleRow>;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly isPaused: boolean;
}

/** Open asks, of which some can be chosen. */
export function AskTable({ rows, rules, chosen, onChoose, isPaused }: AskTableProps) {
  const areAllChosen = rows.length > 0 && rows.every((row) => chosen.has(orderName(row)));
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) {
      next.add(name);
    }
    onChoose(next);
  };
  return (
    <>
      <CheckboxField
        label={`Choose all ${counted(rows.length, 'ask')}`}
        checked={areAllChosen}
        disabled={isPaused || rows.length === 0}
        onChange={() => onChoose(new Set(areAllChosen ? [] : rows.map(orderName)))}
      />
      <GrowingList rows={rows}>
        {(shown) => (
          <OrderTable name="Your asks" columns={['Item', 'Ask Price']} buttonColumn="Choose">
            {shown.map((row) => (
              <tr key={orderName(row)} className="border-b border-line">
                <th scope="row" className="py-2 text-left font-normal">
                  <Item row={row}>
                    {row.expiresAt === undefined ? null : (
                      <span>{expiryText(row.expiresAt, Date.now())}</span>
                    )}
                  </Item>
                  <PriceRuleLine rule={rules.get(orderName(row))} />
                </th>
                <td className="price pl-3 text-right">{priceOfRow(row)}</td>
                <td className="text-right">
                  <label className="inline-flex size-11 cursor-pointer items-center justify-center">
                    <input
                      type="checkbox"
                      aria-label={`Choose ask: ${row.name}, size ${row.size}, ${priceOfRow(row)}`}
                      className="size-5 accent-ink"
                      checked={chosen.has(orderName(row))}
                      disabled={isPaused}
                      onChange={() => toggle(orderName(row))}
                    />
                  </label>
                </td>
              </tr>
            ))}
          </OrderTable>
        )}
      </GrowingList>
    </>
  );
}
