import type { ReactNode } from 'react';

interface MarketPageFrameProps {
  readonly index: ReactNode;
  readonly tape: ReactNode;
  readonly lists: ReactNode;
}

/** The parts of the market page at their places: one column on phones, index and tape side by side on wide screens. */
export function MarketPageFrame({ index, tape, lists }: MarketPageFrameProps) {
  return (
    <>
      <h1 className="text-3xl md:text-4xl">Market</h1>
      <p className="mt-1 text-muted">What sells, what moves, and where prices are going.</p>
      <div className="mt-5 grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-6">
        {index}
        {tape}
      </div>
      <section className="mt-8 md:mt-10">{lists}</section>
    </>
  );
}
