import type { ReactNode } from 'react';

interface ProductFrameProps {
  readonly heading: ReactNode;
  readonly picture: ReactNode;
  /** What one trades by: size, prices. */
  readonly trade: ReactNode;
  /** The buttons that stick to the bottom of phones. */
  readonly buy: ReactNode;
  readonly sell: ReactNode;
  readonly chart: ReactNode;
  readonly figures: ReactNode;
  readonly book: ReactNode;
  readonly lists: ReactNode;
  readonly related: ReactNode;
}

/**
 * One column on phones; on wide screens two, of which the left one has the picture, the chart and the lists. The order
 * is the one of phones; the flexible row takes what chart and book need beyond the rows beside them.
 */
export function ProductFrame(props: ProductFrameProps) {
  return (
    <div className="flex flex-col gap-5 md:grid md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:grid-rows-[auto_auto_auto_1fr_auto_auto] md:gap-x-8 md:gap-y-5 lg:gap-x-12">
      <div className="md:col-start-2 md:row-start-1">{props.heading}</div>
      <div className="flex flex-col justify-center rounded-card bg-card p-4 md:col-start-1 md:row-span-2 md:row-start-1 md:p-6">
        {props.picture}
      </div>
      <div className="contents md:col-start-2 md:row-start-2 md:flex md:flex-col md:gap-2.5">
        {props.trade}
        <div className="sticky bottom-0 z-10 order-last -mx-4 border-t border-line bg-paper px-4 py-3 md:static md:order-none md:m-0 md:border-0 md:p-0">
          {props.buy}
        </div>
        {props.sell}
      </div>
      <div className="mt-2 min-w-0 md:col-start-1 md:row-span-2 md:row-start-3 md:mt-0">{props.chart}</div>
      <div className="md:col-start-2 md:row-start-3">{props.figures}</div>
      <div className="mt-2 md:col-start-2 md:row-span-2 md:row-start-4 md:mt-0">{props.book}</div>
      <div className="mt-2 min-w-0 md:col-start-1 md:row-start-5 md:mt-0">{props.lists}</div>
      <div className="mt-4 md:col-span-2 md:row-start-6 md:mt-2">{props.related}</div>
    </div>
  );
}
