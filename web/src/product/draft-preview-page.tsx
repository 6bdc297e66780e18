import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RefusalError } from '../api/call.js';
import { draftQuery } from '../api/desk-catalogue.js';
import { type Product, productOf } from '../api/products.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { TradingOpens } from '../products/trading-opens.js';
import { useParams } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { Redirect } from '../routing/redirect.js';
import { buttonClass } from '../ui/button.js';
import { LoadingState } from '../ui/loading-state.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { BestPrices } from './best-prices.js';
import { ProductFacts } from './product-facts.js';
import { ProductFrame } from './product-frame.js';
import { ProductPath } from './product-page.js';
import { ProductViews } from './product-views.js';
import { SizeDropdown } from './size-dropdown.js';
import { BuyButtons, SellButton } from './trade-buttons.js';

/** The page of a draft as visitors will see it, for admins. */
export function DraftPreviewPage() {
  usePageTitle('Preview');
  const { draft = '' } = useParams();
  const { data, error, refetch } = useQuery(draftQuery(useUserId(), draft));
  const code = error instanceof RefusalError ? error.code : null;
  if (code === 'not-found') {
    return <Redirect to={paths.desk()} />;
  }
  if (code === 'unknown-draft' || code === 'invalid-body') {
    return <h1 className="text-3xl md:text-4xl">There is no such draft</h1>;
  }
  if (!data) {
    return (
      <LoadingState isError={error !== null} refetch={refetch} failure="The draft could not be loaded." />
    );
  }
  const { preview } = data;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-card p-4">
        <p>
          <strong>Preview.</strong>{' '}
          {preview === null
            ? 'This draft has errors, so there is nothing to see yet.'
            : 'Visitors will see this page, and below it the market of the product. Its links and buttons do nothing here.'}
        </p>
        <Link to={paths.deskDraft(draft)} className={buttonClass('strong')}>
          Back to the draft
        </Link>
      </div>
      {preview === null ? null : <Preview product={productOf(preview)} />}
    </div>
  );
}

function Preview({ product }: { readonly product: Product }) {
  const { name, thumbnail, pictures, tradesFrom, asks, bids } = product;
  const [size, setSize] = useState<string | null>(null);
  return (
    <ProductFrame
      path={
        <div inert>
          <ProductPath product={product} />
        </div>
      }
      heading={<h1 className="text-2xl wrap-anywhere lg:text-3xl">{name}</h1>}
      picture={
        pictures.length === 0 ? (
          <p className="p-10 text-center text-muted">It is drawn once it is published.</p>
        ) : (
          <ProductViews name={name} thumbnail={thumbnail} pictures={pictures} />
        )
      }
      run={null}
      trade={
        <>
          <SizeDropdown product={product} chosen={size} onChoose={setSize} />
          <BestPrices shoe={product} asks={asks} bids={bids} size={size} />
        </>
      }
      buy={
        tradesFrom === null ? (
          <div inert>
            <BuyButtons product={product} size={size} />
          </div>
        ) : (
          <TradingOpens day={tradesFrom} />
        )
      }
      sell={
        tradesFrom === null ? (
          <div inert>
            <SellButton product={product} size={size} />
          </div>
        ) : null
      }
      chart={null}
      figures={null}
      facts={
        <div inert>
          <ProductFacts product={product} />
        </div>
      }
      book={null}
      lists={null}
      related={null}
    />
  );
}
