import { useRef } from 'react';
import { cardPlaceholders } from '../products/card-placeholders.js';
import { ErrorNotice } from '../ui/states.js';
import { useNearby } from '../ui/use-nearby.js';
import type { RelatedCarouselProps } from './related-carousel.js';

const TITLE = 'Related Products';

const loadCarousel = async () => (await import('./related-carousel.js')).RelatedCarousel;

/** Related products, whose list and code are loaded when they are near. */
export function RelatedProducts({ product }: Pick<RelatedCarouselProps, 'product'>) {
  const place = useRef<HTMLDivElement>(null);
  const { Component: RelatedCarousel, hasFailed, fetchAgain } = useNearby(place, loadCarousel);
  return (
    <div ref={place}>
      {RelatedCarousel ? (
        <RelatedCarousel product={product} title={TITLE} />
      ) : hasFailed ? (
        <ErrorNotice onRetry={fetchAgain}>The related products could not be loaded.</ErrorNotice>
      ) : (
        <section className="noscript:hidden">
          <h2 className="flex min-h-11 items-center text-xl md:text-2xl">{TITLE}</h2>
          <div className="flex gap-2 overflow-hidden pt-3 pb-1 md:gap-4">
            {cardPlaceholders().map((card, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
              <div key={index} className="slide min-w-0">
                {card}
              </div>
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
