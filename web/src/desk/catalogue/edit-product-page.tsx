import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, RefusalError } from '../../api/call.js';
import { type DeskProduct, deskProductQuery } from '../../api/desk-catalogue.js';
import { newOrderId } from '../../api/order-id.js';
import { useMoment } from '../../deals/use-moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { useParams } from '../../routing/hooks.js';
import { Link } from '../../routing/link.js';
import { Redirect } from '../../routing/redirect.js';
import { buttonClass, PausableButton } from '../../ui/button.js';
import { LoadingState } from '../../ui/loading-state.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { ProductEditor } from './product-editor.js';
import { ProductTrading } from './product-trading.js';
import { sizesIn } from './size-runs.js';
import { type Seen, useProductForm } from './use-product-form.js';

/** A published product, which its admins change: at once, or in a draft beside it. */
export function EditProductPage() {
  usePageTitle('Edit a product');
  const { product = '' } = useParams();
  return (
    <MemberPage audience="admin">
      <BackLink to={paths.deskCatalogue()}>Catalogue</BackLink>
      {/^\d{1,9}$/.test(product) ? <ProductOfId key={product} id={product} /> : <Unknown />}
    </MemberPage>
  );
}

function Unknown() {
  return <h1 className="text-3xl md:text-4xl">There is no such product</h1>;
}

function ProductOfId({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(deskProductQuery(useUserId(), id));
  if (data) {
    return <EditedProduct product={data} />;
  }
  if (error instanceof RefusalError && error.code === 'unknown-product') {
    return <Unknown />;
  }
  return (
    <LoadingState isError={error !== null} refetch={refetch} failure="The product could not be loaded." />
  );
}

function seenOf({ version, fields, pictures }: DeskProduct): Seen<string> {
  return { version, content: { fields, pictures }, errors: [] };
}

function EditedProduct({ product }: { readonly product: DeskProduct }) {
  const uid = useUserId();
  const client = useQueryClient();
  const moment = useMoment();
  const { id, trades } = product;
  const query = deskProductQuery(uid, String(id));
  const form = useProductForm<string>({
    start: seenOf(product),
    async save(version, { fields, pictures }) {
      const keys = pictures.map(({ key }) => key);
      const saved = await call('saveProduct', { body: { uid, id, version, fields, pictures: keys } });
      client.setQueryData(query.queryKey, saved);
      return seenOf(saved);
    },
    async readAgain() {
      const before = client.getQueryData(query.queryKey)?.lastEdit ?? null;
      const now = await client.fetchQuery({ ...query, staleTime: 0 });
      const { lastEdit } = now;
      // An import by the command line leaves no name.
      const isAtDesk = lastEdit !== null && lastEdit.at !== before?.at;
      return { seen: seenOf(now), by: isAtDesk ? lastEdit : { by: null, at: null } };
    },
  });
  const { seen, content, isBusy, isChanged, run } = form;
  const { lastEdit } = product;
  const published = product.hidden === null ? 'Published' : 'No longer traded';
  // The same for each attempt, so that a draft that is sent twice exists once.
  const [draft] = useState(newOrderId);
  const [isInDraft, setIsInDraft] = useState(false);
  if (isInDraft) {
    return <Redirect to={paths.deskDraft(draft)} />;
  }

  async function saveAsDraft(): Promise<void> {
    const { fields, pictures } = content;
    const base = { product: id, version: seen.version };
    const keys = pictures.map(({ key }) => key);
    const saved = await run(() =>
      call('saveDraft', { body: { uid, draft, version: 0, base, fields, pictures: keys } }),
    );
    setIsInDraft(saved !== null);
  }
  return (
    <>
      <div>
        <h1 className="text-3xl wrap-anywhere md:text-4xl">{product.fields.name}</h1>
        <p role="status" className="mt-1 text-muted">
          {isChanged
            ? 'You have changes that are not saved.'
            : lastEdit === null
              ? published
              : `${published}. Last edited by ${lastEdit.by}, ${moment(lastEdit.at)}`}
        </p>
        {product.draft === null ? null : (
          <p className="mt-1">
            There is a draft with changes, edited by {product.draft.lastEdit.by}.{' '}
            <Link to={paths.deskDraft(product.draft.draft)} className="underline underline-offset-4">
              Open the draft
            </Link>
          </p>
        )}
      </div>
      <ProductEditor
        form={form}
        fixed={{ name: true, sizes: sizesIn(seen.content.fields.sizes), tradesFrom: trades }}
        lost="Your changes to this product will be lost."
      >
        <SubmitButton isBusy={isBusy}>Save</SubmitButton>
        {product.draft === null ? (
          <PausableButton isPaused={isBusy} onClick={() => void saveAsDraft()}>
            Save as draft
          </PausableButton>
        ) : null}
        <Link to={paths.product(id)} className={buttonClass()}>
          See its page
        </Link>
      </ProductEditor>
      <ProductTrading product={product} />
    </>
  );
}
