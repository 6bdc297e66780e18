import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { productFiguresQuery } from '../api/product-figures.js';
import { Flash } from '../ui/flash.js';
import { ErrorNotice } from '../ui/states.js';
import { figureList } from './figure-list.js';
import { FiguresFrame } from './figures-frame.js';

interface FiguresProps {
  readonly productId: number;
  /** Null for all sizes. */
  readonly size: string | null;
}

/** What the sales and the book of a product say, in a dozen figures. */
export function Figures({ productId, size }: FiguresProps) {
  const titleId = useId();
  const { data, isPlaceholderData, isError, refetch } = useQuery(productFiguresQuery(productId, size));
  if (data === undefined) {
    return isError ? (
      <ErrorNotice onRetry={() => void refetch()}>The figures could not be loaded.</ErrorNotice>
    ) : (
      <FiguresFrame />
    );
  }
  const list = figureList(data);
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="sr-only">
        Figures
      </h2>
      <FiguresFrame isOutdated={isPlaceholderData}>
        {list.map(({ name, text, meaning }) => (
          <div key={name} title={meaning} className="min-w-0 px-1 py-1.5">
            <dt className="truncate text-xs/5 text-muted">{name}</dt>
            <dd className="price truncate">
              <Flash key={`${size} ${isPlaceholderData}`} of={text}>
                {text}
              </Flash>
            </dd>
          </div>
        ))}
      </FiguresFrame>
      <details className="text-sm">
        <summary className="inline-flex min-h-11 items-center px-1 text-muted underline underline-offset-4 hover:text-ink md:min-h-8">
          What do these mean?
        </summary>
        <dl className="mt-1 grid gap-2 rounded-card bg-card p-4">
          {list.map(({ name, meaning }) => (
            <div key={name}>
              <dt className="inline font-semibold">{name}: </dt>
              <dd className="inline">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
