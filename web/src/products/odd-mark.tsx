/** The description of an odd trade, wherever it is marked. */
const ODD_SALE = 'Odd sale: it counts for no figure.';

/** A hollow dot, as in the price chart. */
export function OddDot() {
  return <span aria-hidden className="size-2.5 shrink-0 rounded-full border-2 border-muted bg-paper" />;
}

/** Replaces the price change of an odd trade, which would be meaningless. */
export function OddMark() {
  return (
    <span className="inline-flex items-center gap-1.5 text-muted" title={ODD_SALE}>
      <OddDot />
      <span aria-hidden>Odd sale</span>
      <span className="sr-only">{ODD_SALE}</span>
    </span>
  );
}
