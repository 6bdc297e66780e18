import { useState } from 'react';
import { call } from '../../api/call.js';
import { newOrderId } from '../../api/order-id.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { Redirect } from '../../routing/redirect.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { EMPTY } from './product-content.js';
import { ProductEditor } from './product-editor.js';
import { NOTHING_FIXED } from './product-form.js';
import { useProductForm } from './use-product-form.js';

/** A new draft. */
export function NewProductPage() {
  usePageTitle('New product');
  return (
    <MemberPage audience="admin">
      <BackLink to={paths.deskCatalogue()}>Catalogue</BackLink>
      <h1 className="text-3xl md:text-4xl">New product</h1>
      <NewDraft />
    </MemberPage>
  );
}

function NewDraft() {
  const uid = useUserId();
  // The same for each attempt, so that a draft that is sent twice exists once.
  const [draft] = useState(newOrderId);
  const start = { version: 0, content: EMPTY, errors: [] };
  const form = useProductForm<number>({
    start,
    async save(version, { fields, pictures }) {
      const keys = pictures.map(({ key }) => key);
      const saved = await call('saveDraft', { body: { uid, draft, version, fields, pictures: keys } });
      return { version: saved.version, content: { fields, pictures }, errors: [] };
    },
    readAgain: () => Promise.reject(new Error('Only its own tab knows a new draft.')),
  });
  const { seen, isBusy } = form;
  if (seen.version > 0) {
    return <Redirect to={paths.deskDraft(draft)} />;
  }
  return (
    <>
      <p className="max-w-prose text-muted">
        It becomes a draft, which visitors do not see. Only its name and its sizes are needed to publish it.
      </p>
      <ProductEditor form={form} fixed={NOTHING_FIXED} lost="Your new product will be lost.">
        <SubmitButton isBusy={isBusy}>Save draft</SubmitButton>
      </ProductEditor>
    </>
  );
}
