import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { productFiguresQuery } from '../api/product-figures.js';
import { Flash } from '../ui/flash.js';
import { ErrorNotice } from '../ui/states.js';
import { usePart } from '../ui/use-nearby.js';
import { figureList } from './figure-list.js';
import { FiguresFrame } from './figures-frame.js';

const loadMeanings = async () => (await import('./later-parts.js')).LATER_PARTS.FigureMeanings;

interface FiguresProps {
  readonly productId: number;
  /** Null for all sizes. */
  readonly size: string | null;
}

/** A dozen figures from the trades and the book of a product. */
export function Figures({ productId, size }: FiguresProps) {
  const titleId = useId();
  const { Component: Meanings, hasFailed, fetchAgain } = usePart(loadMeanings);
  const { data, isPlaceholderData, isError, refetch } = useQuery(productFiguresQuery(productId, size));
  if (data === undefined) {
    return isError ? (
      <ErrorNotice onRetry={() => void refetch()}>The figures could not be loaded.</ErrorNotice>
    ) : (
      <FiguresFrame />
    );
  }
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="sr-only">
        Figures
      </h2>
      <FiguresFrame isOutdated={isPlaceholderData}>
        {figureList(data).map(({ name, text }) => (
          <div key={name} className="min-w-0 py-1.5 pr-2">
            <dt className="truncate text-xs/5 text-muted">{name}</dt>
            <dd className="price truncate">
              <Flash key={`${size} ${isPlaceholderData}`} of={text}>
                {text}
              </Flash>
            </dd>
          </div>
        ))}
      </FiguresFrame>
      <details className="text-sm" onToggle={fetchAgain}>
        <summary className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink md:min-h-8">
          What do these mean?
        </summary>
        {Meanings ? <Meanings /> : null}
        {hasFailed ? <ErrorNotice onRetry={fetchAgain}>That could not be loaded.</ErrorNotice> : null}
      </details>
    </section>
  );
}
