import { counted } from '@perkex/core/counted.js';
import { addressOf, type Filters, NO_FILTERS } from '@perkex/core/finding/filters.js';
import type { ReactNode } from 'react';
import type { FoundPage } from '../api/finding.js';
import type { CarouselProduct } from '../api/products.js';
import { paths } from '../links/paths.js';
import { useLiveProducts } from '../live/use-live.js';
import { ProductCard } from '../products/product-card.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { withoutFilter, withoutFilters } from './filter-changes.js';
import { givenUpText } from './filter-names.js';
import { GRID_CLASS } from './grid-placeholder.js';

interface NothingFitsProps {
  readonly filters: Filters;
  readonly found: FoundPage;
}

const LINK_CLASS = 'inline-flex min-h-11 items-center underline underline-offset-4';

/** Shown if nothing matches: the one filter to remove for a match, what is near the text, and what is popular. */
export function NothingFits({ filters, found: { loosen, near, popular } }: NothingFitsProps) {
  const { text } = filters;
  const isOfTextAlone = addressOf(withoutFilter(filters, 'q')) === addressOf(withoutFilters(filters));
  return (
    <>
      <section className="rounded-card border border-line p-5 md:p-8">
        <h2 className="text-xl md:text-2xl">
          {text !== '' && isOfTextAlone ? 'No sneakers found' : 'No sneakers match these filters'}
        </h2>
        {loosen.length > 0 && !isOfTextAlone ? (
          <>
            <p className="mt-2 text-muted">Remove one filter to see some:</p>
            <ul className="mt-4 flex flex-col items-start gap-2">
              {loosen.map(({ choice, count }) => (
                <li key={choice}>
                  <Link
                    to={paths.browse(addressOf(withoutFilter(filters, choice)))}
                    className={buttonClass('plain')}
                  >
                    {givenUpText(choice, filters)}
                    <span className="font-normal text-muted">{counted(count, 'sneaker')}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        ) : near || isOfTextAlone ? null : (
          <p className="mt-2 text-muted">Removing one filter isn't enough.</p>
        )}
        {popular && popular.models.length > 0 ? <PopularModels models={popular.models} /> : null}
        <p className="mt-4">
          <Link
            to={paths.browse(addressOf(withoutFilters(filters)))}
            className={`${LINK_CLASS} font-semibold`}
          >
            See all sneakers
          </Link>
        </p>
        <p>
          <Link to={paths.helpPage('finding')} className={`${LINK_CLASS} text-sm text-muted hover:text-ink`}>
            How searching and browsing work
          </Link>
        </p>
      </section>
      {near ? (
        <Instead
          title={`Close to your search: “${near.text}”`}
          products={near.products}
          more={
            near.count > near.products.length ? (
              <Link
                to={paths.browse(addressOf({ ...withoutFilters(filters), text: near.text }))}
                className={`${LINK_CLASS} font-semibold`}
              >
                See all {counted(near.count, 'sneaker')}
              </Link>
            ) : null
          }
        />
      ) : null}
      {popular && popular.products.length > 0 ? (
        <Instead title="Popular now" products={popular.products} />
      ) : null}
    </>
  );
}

function PopularModels({ models }: { readonly models: readonly string[] }) {
  return (
    <>
      <h3 className="mt-5 text-base">Popular models</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {models.map((name) => (
          <li key={name}>
            <Link
              to={paths.browse(addressOf({ ...NO_FILTERS, text: name }))}
              className={buttonClass('plain')}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

interface InsteadProps {
  readonly title: string;
  readonly products: readonly CarouselProduct[];
  readonly more?: ReactNode;
}

/** Products in place of matches. */
function Instead({ title, products, more }: InsteadProps) {
  useLiveProducts(products.map(({ id }) => id));
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-xl wrap-anywhere md:text-2xl">{title}</h2>
      <ul className={`mt-3 ${GRID_CLASS}`}>
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
