import type { MoneyMethod } from '@perkex/contract/user-data.js';

/** The names of the payment and payout methods. */
const NAMES: Readonly<Record<MoneyMethod, string>> = { PAYPAL: 'PayPal', CC: 'Credit card' };

/** The logo of a payment or payout method, drawn in the colours of the theme. */
export function MethodLogo({ method }: { method: MoneyMethod }) {
  return (
    <svg role="img" aria-label={NAMES[method]} viewBox="0 0 120 48" className="h-12 w-30" fill="currentColor">
      {method === 'PAYPAL' ? <PayPalWord /> : <Card />}
    </svg>
  );
}

function PayPalWord() {
  return (
    <text
      x="60"
      y="33"
      textAnchor="middle"
      className="font-display text-[28px] font-extrabold tracking-tight italic"
    >
      Pay<tspan className="fill-muted">Pal</tspan>
    </text>
  );
}

function Card() {
  return (
    <>
      <rect x="26" y="3" width="68" height="42" rx="6" className="fill-paper" />
      <rect x="26" y="3" width="68" height="42" rx="6" fill="none" stroke="currentColor" strokeWidth="2" />
      <rect x="26" y="11" width="68" height="8" />
      <rect x="33" y="25" width="11" height="8" rx="2" className="fill-volt" stroke="currentColor" />
      <g className="fill-muted">
        <rect x="33" y="37" width="10" height="2.5" rx="1" />
        <rect x="46" y="37" width="10" height="2.5" rx="1" />
        <rect x="59" y="37" width="10" height="2.5" rx="1" />
        <rect x="72" y="37" width="15" height="2.5" rx="1" />
      </g>
    </>
  );
}
