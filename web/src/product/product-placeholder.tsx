import { ChartPlaceholder } from '../chart/chart-frame.js';
import { Placeholder } from '../ui/states.js';
import { FiguresFrame } from './figures-frame.js';
import { ProductFrame } from './product-frame.js';

/** Shown while a product loads. */
export function ProductPlaceholder() {
  return (
    <ProductFrame
      path={<div className="min-h-11 md:min-h-9" />}
      heading={
        <>
          <p role="status" className="sr-only">
            Loading
          </p>
          <Placeholder className="h-14 lg:h-16" />
        </>
      }
      picture={
        <div className="pb-18 lg:pb-0 lg:pl-27">
          <div className="aspect-[8/5] lg:max-h-96" />
        </div>
      }
      run={<Placeholder className="h-[22rem]" />}
      trade={
        <>
          <Placeholder className="h-20" />
          <Placeholder className="h-12" />
          <Placeholder className="h-[4.9rem]" />
        </>
      }
      buy={<Placeholder className="h-12" />}
      sell={<Placeholder className="h-12" />}
      chart={<ChartPlaceholder heading="Price history" />}
      figures={<FiguresFrame />}
      facts={<Placeholder className="h-96" />}
      book={<Placeholder className="h-[27rem]" />}
      lists={<Placeholder className="h-[30rem]" />}
      related={<Placeholder className="h-72 md:h-80" />}
    />
  );
}
