import type { ReactNode } from 'react';

interface ProductFrameProps {
  /** The breadcrumbs. */
  readonly path: ReactNode;
  readonly heading: ReactNode;
  readonly picture: ReactNode;
  readonly run: ReactNode;
  /** The size and the prices. */
  readonly trade: ReactNode;
  /** The buttons that stick to the bottom of phones. */
  readonly buy: ReactNode;
  readonly sell: ReactNode;
  readonly chart: ReactNode;
  readonly figures: ReactNode;
  readonly facts: ReactNode;
  readonly book: ReactNode;
  readonly lists: ReactNode;
  readonly related: ReactNode;
}

/**
 * One column on phones. On wide screens there are two: the picture beside the prices, then across both the size run,
 * then the order book and the lists beside the figures. The source order is that of phones. The row of the lists takes
 * the height by which the right column exceeds the left one, so both end together. The row of the heading never takes a
 * part of the picture's height, so the prices do not move while the HTML arrives.
 */
export function ProductFrame(props: ProductFrameProps) {
  return (
    <div className="flex flex-col gap-5 md:grid md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:grid-rows-[minmax(min-content,1px)_auto_auto_auto_1fr_auto] md:gap-x-8 md:gap-y-5 lg:gap-x-12">
      <div className="md:col-start-2 md:row-start-1">
        <div className="-mt-3 md:-mt-3.5 md:-mb-1">{props.path}</div>
        {props.heading}
      </div>
      <div className="flex flex-col justify-center rounded-card bg-ground p-3 md:col-start-1 md:row-span-2 md:row-start-1 md:p-4">
        {props.picture}
      </div>
      <div className="min-w-0 md:col-span-2 md:row-start-3 md:mt-1 empty:hidden">{props.run}</div>
      <div className="contents md:col-start-2 md:row-start-2 md:flex md:flex-col md:gap-2.5">
        {props.trade}
        {/* On short screens, such as those of phones in landscape or with large text, it would cover too much. */}
        <div className="sticky bottom-0 z-10 order-last -mx-4 border-t border-line bg-paper px-4 py-3 short:static short:order-none short:m-0 short:border-0 short:p-0 md:static md:order-none md:m-0 md:border-0 md:p-0">
          {props.buy}
        </div>
        {props.sell}
      </div>
      <div className="mt-2 min-w-0 md:col-start-1 md:row-start-4 md:mt-0">{props.book}</div>
      <div className="contents md:col-start-2 md:row-span-2 md:row-start-4 md:flex md:min-w-0 md:flex-col md:gap-5">
        <div className="mt-2 min-w-0 md:mt-0">{props.chart}</div>
        <div>{props.figures}</div>
        {props.facts}
      </div>
      <div className="relative mt-2 min-w-0 md:col-start-1 md:row-start-5 md:mt-0 md:min-h-96 empty:hidden">
        {props.lists}
      </div>
      <div className="mt-4 md:col-span-2 md:row-start-6 md:mt-2">{props.related}</div>
    </div>
  );
}
