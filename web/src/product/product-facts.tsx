import { otherNames } from '@perkex/core/finding/other-names.js';
import { retailText } from '@perkex/core/market/price-text.js';
import { slugOf } from '@perkex/core/market/slug.js';
import { type ReactNode, useId } from 'react';
import type { Product } from '../api/products.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { dayText } from '../ui/moment.js';

/** The facts on the box of a product; unknown ones are left out. */
export function ProductFacts({ product }: { product: Product }) {
  const { name: productName, brand, model, nickname, kind, description } = product;
  const { styleCode, colourway, releaseDate, retailPrice } = product;
  const titleId = useId();
  const [brandSlug, modelSlug] = [slugOf(brand ?? ''), slugOf(model ?? '')];
  const facts = [
    { name: 'Brand', text: linked(brand, brandSlug && paths.brand(brandSlug)) },
    { name: 'Model', text: linked(model, brandSlug && modelSlug && paths.model(brandSlug, modelSlug)) },
    { name: 'Also known as', text: otherNames(productName, nickname).join(', ') || null },
    { name: 'Made for', text: kind },
    { name: 'Style code', text: styleCode },
    { name: 'Colourway', text: colourway },
    { name: 'Release date', text: releaseDate === null ? null : dayText('utc', releaseDate) },
    { name: 'Retail price', text: retailPrice === null ? null : retailText(retailPrice) },
  ].filter(({ text }) => text !== null);
  return facts.length === 0 && description === null ? null : (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="flex min-h-11 items-center text-xl md:text-2xl">
        Details
      </h2>
      {description && <p className="mb-3 max-w-prose wrap-anywhere">{description}</p>}
      {facts.length > 0 && (
        <dl className="mt-1 grid grid-cols-2 gap-x-4 border-y border-line py-1">
          {facts.map(({ name, text }) => (
            <div key={name} className="py-1.5 pr-2">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="font-semibold wrap-anywhere tabular-nums first-letter:uppercase">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** @param path empty for a name that has no page */
function linked(name: string | null, path: string): ReactNode {
  return name === null || path === '' ? (
    name
  ) : (
    <Link to={path} className="underline underline-offset-4">
      {name}
    </Link>
  );
}
