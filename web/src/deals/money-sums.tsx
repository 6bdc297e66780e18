import { isSubtracted, MONEY_PLACES, type MoneyPlace, OWN_MONEY } from '@perkex/core/deals/own-money.js';
import type { OwnMoneyAnswer } from '../api/deals.js';
import { dollarsText } from './dollars-text.js';
import { KINDS, PLACES } from './money-words.js';

type Sum = OwnMoneyAnswer['sums'][number];

/** False for money that goes both to the user and away from them: a total would mean nothing. */
const HAS_TOTAL: Readonly<Record<MoneyPlace, boolean>> = {
  held: true,
  due: true,
  'in-flight': false,
  paid: false,
  owed: true,
};

/** The user's money in all deals, by where it is. */
export function MoneySums({ sums }: Pick<OwnMoneyAnswer, 'sums'>) {
  return (
    <ul
      aria-label="In all your orders"
      className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 lg:grid-cols-6"
    >
      {MONEY_PLACES.map((place, index) => (
        <li
          key={place}
          className={`flex flex-col gap-1 bg-paper px-4 py-3 sm:py-4 ${index < 3 ? 'lg:col-span-2' : 'lg:col-span-3'} sm:max-lg:last:col-span-2`}
        >
          <PlaceSums place={place} sums={sums.filter(({ kind }) => OWN_MONEY[kind] === place)} />
        </li>
      ))}
    </ul>
  );
}

function PlaceSums({ place, sums }: { readonly place: MoneyPlace; readonly sums: readonly Sum[] }) {
  const isSimple = sums.length <= 1;
  const total = sums.reduce((dollars, sum) => dollars + signed(sum), 0);
  return (
    <>
      <div className="flex items-baseline justify-between gap-x-3 sm:flex-col">
        <h2 className="text-sm font-semibold">{PLACES[place]}</h2>
        {isSimple || HAS_TOTAL[place] ? (
          <p className="text-lg/tight font-bold tabular-nums sm:text-2xl/tight">{dollarsText(total)}</p>
        ) : null}
      </div>
      {isSimple ? (
        sums.map(({ kind }) => (
          <p key={kind} className="text-sm text-muted">
            {KINDS[kind].sum}
          </p>
        ))
      ) : (
        <dl className="flex flex-col gap-1 text-sm">
          {sums.map((sum) => (
            <div key={sum.kind} className="flex flex-wrap justify-between gap-x-3">
              <dt className="text-muted">{KINDS[sum.kind].sum}</dt>
              <dd className="tabular-nums">{dollarsText(signed(sum))}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Parts of debts that payouts have settled, or that users have paid, count against the others. */
export function signed({ kind, amount }: Sum): number {
  return isSubtracted(kind) ? -amount : amount;
}
