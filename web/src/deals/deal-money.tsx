import type { MoneyLineKind } from '@perkex/core/deals/money-lines.js';
import { APPEAL_WORKING_DAYS } from '@perkex/core/deals/penalty.js';
import type { ReactNode } from 'react';
import { isBankTransfer, type OwnDeal } from '../api/deals.js';
import { dollarsText } from './dollars-text.js';
import { HAS_FAILED } from './state-words.js';
import { waitingWords } from './waiting-money.js';

/** The user's money of a deal, by where it is. */
const MONEY_LINES: Readonly<Record<MoneyLineKind, string>> = {
  collecting: 'Being collected',
  paid: 'Paid',
  'charged-back': 'Taken back by your bank',
  carried: 'Paid with your earlier order',
  'carried-over': 'Used for your new order',
  'refund-owed': 'Owed to you',
  'refund-on-its-way': 'Refund on its way',
  refunded: 'Refunded',
  'payout-owed': 'Owed to you',
  'payout-on-its-way': 'Payout on its way',
  'paid-out': 'Paid out',
  settled: 'Used for what you owed',
  credited: 'Credited to you',
  'credit-on-its-way': 'Credit on its way',
  'credit-paid': 'Credit paid out',
  penalty: 'Penalty',
};

/** A bank transfer is made by the buyer: PerkeX cannot collect it. */
function lineName(kind: MoneyLineKind): string {
  return kind === 'collecting' && isBankTransfer() ? 'To be paid' : MONEY_LINES[kind];
}

type Penalty = NonNullable<OwnDeal['penalty']>;

const PENALTIES: Readonly<Record<Penalty['state'], (amount: string) => string>> = {
  pending: (amount) => `A penalty of ${amount} is due unless you appeal in time.`,
  appealed: (amount) =>
    `We decide about your appeal within ${APPEAL_WORKING_DAYS} working days. Until then, or if we do not, you do not pay the penalty of ${amount}.`,
  charged: (amount) => `A penalty of ${amount} was charged.`,
  waived: (amount) => `The penalty of ${amount} was waived. You pay nothing.`,
};

/** The total for the user, to the cent, and the place of that money. */
export function DealMoney({ deal }: { readonly deal: OwnDeal }) {
  const { party, price, total, money, penalty } = deal;
  const fees = total - price;
  const notes = [
    waitingWords(deal),
    penalty === null ? null : PENALTIES[penalty.state](dollarsText(penalty.amount)),
  ].filter((note) => note !== null);
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line p-5">
      <dl className="flex flex-col">
        <Line name={party === 'buyer' ? 'Purchase price' : 'Sale price'}>{dollarsText(price)}</Line>
        <Line name="Fees and shipping">
          {fees < 0 ? '− ' : '+ '}
          {dollarsText(Math.abs(fees))}
        </Line>
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-semibold">{totalName(deal)}</dt>
          <dd
            className={`font-bold tabular-nums ${HAS_FAILED[deal.state] ? 'text-muted' : 'text-2xl/tight'}`}
          >
            {dollarsText(Math.abs(total))}
          </dd>
        </div>
      </dl>
      <dl className="flex flex-col border-t border-line pt-3">
        {money.length === 0 ? <Line name={NOTHING_MOVED[party]}>{dollarsText(0)}</Line> : null}
        {money.map(({ kind, amount }) => (
          <Line key={kind} name={lineName(kind)}>
            {dollarsText(amount)}
          </Line>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} className="border-t border-line pt-3 text-sm">
          {note}
        </p>
      ))}
    </div>
  );
}

const NOTHING_MOVED = { buyer: 'Paid so far', seller: 'Paid out so far' };

/** Fees can be higher than a low price. */
function totalName({ party, total, state }: OwnDeal): string {
  if (HAS_FAILED[state]) {
    return 'Total';
  }
  return party === 'buyer' ? 'You pay' : total < 0 ? 'You owe' : 'You get';
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  );
}
