import type { ReactNode } from 'react';

interface ProductFrameProps {
  readonly heading: ReactNode;
  readonly picture: ReactNode;
  /** Everything about trading; on wide screens it stays in sight beside the rest. */
  readonly trade: ReactNode;
  /** Past sales and current orders. */
  readonly market: ReactNode;
  readonly related: ReactNode;
}

/** One column on phones, two on wide screens. */
export function ProductFrame({ heading, picture, trade, market, related }: ProductFrameProps) {
  return (
    <div className="flex flex-col gap-4 md:grid md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 md:gap-y-8 lg:gap-x-12">
      <div className="contents md:col-start-2 md:row-span-2 md:row-start-1 md:block">
        <div className="contents md:sticky md:top-24 md:flex md:flex-col md:gap-4">
          <div className="-order-2 md:order-none">{heading}</div>
          {trade}
        </div>
      </div>
      <div className="-order-1 rounded-card bg-card p-4 md:order-none md:col-start-1 md:row-start-1 md:p-8 lg:p-12">
        {picture}
      </div>
      <div className="flex flex-col gap-8 md:col-start-1">{market}</div>
      <div className="mt-4 md:col-span-2 md:mt-2">{related}</div>
    </div>
  );
}
