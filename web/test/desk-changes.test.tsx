import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { DraftPage } from '../src/desk/catalogue/draft-page.js';
import { EditProductPage } from '../src/desk/catalogue/edit-product-page.js';
import { CHANGES, DRAFT, DRAFT_ID, FIELDS, found, PRODUCT } from './support/desk-catalogue.js';
import { refusal } from './support/fake-server.js';
import { openDesk, startDesk } from './support/open-desk.js';
import { button, expectPage, pass, SETTLED_MS, server } from './support/open-page.js';

beforeEach(() => {
  startDesk('admin');
  server.answer('browse', found());
  server.answer('productDrafts', { drafts: [] });
});

const openProduct = () =>
  openDesk(EditProductPage, '/desk/catalogue/products/7', '/desk/catalogue/products/:product');
const openDraft = () =>
  openDesk(DraftPage, `/desk/catalogue/drafts/${DRAFT_ID}`, '/desk/catalogue/drafts/:draft');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('changes of a published product', () => {
  it('become a draft beside it, from the version that the member has seen', async () => {
    server.answer('deskProduct', PRODUCT);
    server.answer('saveDraft', CHANGES);
    const { user } = openProduct();
    await user.type(await screen.findByLabelText('Nickname'), 'Red');
    await user.click(button('Save as draft'));
    await waitFor(() => expect(server.requestsOf('saveDraft')).toHaveLength(1));
    const body = server.requestsOf('saveDraft')[0]?.body;
    expect(body).toMatchObject({
      version: 0,
      base: { product: 7, version: PRODUCT.version },
      fields: { ...FIELDS, nickname: 'Red' },
    });
    await expectPage(`/desk/catalogue/drafts/${body?.draft}`);
  });

  it('in a draft are found on the page of the product, and there is no second one', async () => {
    server.answer('deskProduct', { ...PRODUCT, draft: { draft: DRAFT_ID, lastEdit: DRAFT.lastEdit } });
    openProduct();
    const link = await screen.findByRole('link', { name: 'Open the draft' });
    expect(link.getAttribute('href')).toBe(`/desk/catalogue/drafts/${DRAFT_ID}`);
    expect(screen.queryByRole('button', { name: 'Save as draft' })).toBeNull();
  });

  it('keep the name, and continue from a product that has changed in the meantime', async () => {
    const lastEdit = { by: 'cid', at: '2026-11-27T08:00:00.000Z' };
    server.answer('productDraft', CHANGES);
    server.answer('publishDraft', refusal('product-changed'));
    const { user } = openDraft();
    await screen.findByText(/^Draft with changes, edited by bob, .* It can be published\.$/);
    expect(field('Name').readOnly).toBe(true);
    const theirs = { ...FIELDS, brand: 'Puma' };
    server.answer('deskProduct', { ...PRODUCT, version: '2'.repeat(32), fields: theirs, lastEdit });
    server.answer('productDraft', {
      ...CHANGES,
      base: { product: 7, fields: FIELDS, pictures: [], isCurrent: false, trades: true },
    });
    await user.click(button('Publish'));
    await pass(SETTLED_MS);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish' }));
    const notice = within(await screen.findByRole('region', { name: 'cid has changed this product' }));
    expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Brand: Nike → Puma',
    ]);
    expect(button('Publish').disabled).toBe(true);
    await user.click(button('Add my changes to theirs'));
    expect([field('Brand').value, field('Nickname').value]).toEqual(['Puma', 'Red']);
    const fields = { ...theirs, nickname: 'Red' };
    server.answer('saveDraft', { ...CHANGES, version: 4, fields });
    await user.click(button('Save draft'));
    await screen.findByText(/It can be published\.$/);
    expect(server.requestsOf('saveDraft')[0]?.body).toMatchObject({
      version: 3,
      base: { product: 7, version: '2'.repeat(32) },
      fields,
    });
  });
});
