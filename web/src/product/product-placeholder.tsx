import { Placeholder } from '../ui/states.js';
import { ProductFrame } from './product-frame.js';

/** Shown while a product loads. */
export function ProductPlaceholder() {
  return (
    <ProductFrame
      heading={
        <>
          <p role="status" className="sr-only">
            Loading
          </p>
          <Placeholder className="h-14 md:h-20" />
        </>
      }
      picture={<div className="aspect-[8/5]" />}
      trade={
        <>
          <Placeholder className="h-12" />
          <Placeholder className="sticky bottom-0 order-last h-[4.5rem] md:static md:order-none md:h-12" />
          <Placeholder className="h-12" />
        </>
      }
      market={
        <>
          <Placeholder className="h-28" />
          <Placeholder className="h-[30rem]" />
        </>
      }
      related={<Placeholder className="h-72 md:h-80" />}
    />
  );
}
