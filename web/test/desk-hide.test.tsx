import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CataloguePage } from '../src/desk/catalogue/catalogue-page.js';
import { EditProductPage } from '../src/desk/catalogue/edit-product-page.js';
import { found, PRODUCT } from './support/desk-catalogue.js';
import { refusal } from './support/fake-server.js';
import { openDesk, startDesk } from './support/open-desk.js';
import { button, pass, SETTLED_MS, server } from './support/open-page.js';

const AT = '2026-11-26T18:00:00.000Z';

beforeEach(() => {
  startDesk('admin');
  server.answer('browse', found());
  server.answer('productDrafts', { drafts: [] });
  server.answer('hiddenProducts', { products: [] });
  server.answer('deskProduct', PRODUCT);
});

const openProduct = () =>
  openDesk(EditProductPage, '/desk/catalogue/products/7', '/desk/catalogue/products/:product');

describe('the trading of a product', () => {
  it('ends by hiding it, after a question, and begins again', async () => {
    const hidden = { by: 'bob', at: AT, mergedInto: null };
    server.answer('hideProduct', ({ body }) => ({ ...PRODUCT, hidden: body.isHidden ? hidden : null }));
    const { user } = openProduct();
    await user.type(await screen.findByLabelText('Nickname'), 'Red');
    await user.click(button('Hide'));
    const question = within(screen.getByRole('dialog', { name: 'Hide this product?' }));
    question.getByText(/its open orders are removed/i);
    await pass(SETTLED_MS);
    await user.click(question.getByRole('button', { name: 'Hide' }));
    await screen.findByText(/^By bob/);
    expect(server.requestsOf('hideProduct')[0]?.body).toEqual({ uid: 'ada', id: 7, isHidden: true });
    expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Red');
    await user.click(button('Show again'));
    await pass(SETTLED_MS);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Show again' }));
    await screen.findByText('Visitors find this product, and trade it.');
  });

  it('of a duplicate ends by a merge into a product that is found by name', async () => {
    server.answer('browse', ({ query }) =>
      query.get('q') === 'court' ? found(['Court High', 'Court Low']) : found(),
    );
    const { user } = openProduct();
    await user.click(await screen.findByRole('button', { name: 'Merge into another product' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Merge into another product?' }));
    expect(dialog.queryByRole('button', { name: 'Merge' })).toBeNull();
    await user.type(dialog.getByLabelText('Name or style code of the other one'), 'court{Enter}');
    await user.click(await dialog.findByRole('radio', { name: 'Court Low' }));
    dialog.getByText(/its address leads to Court Low/);
    server.answer('mergeProduct', refusal('unmergeable'));
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Merge' }));
    await dialog.findByText('A product can be merged only into another one that is traded.');
    const hidden = { by: 'ada', at: AT, mergedInto: { id: 2, name: 'Court Low' } };
    server.answer('mergeProduct', { ...PRODUCT, hidden });
    await user.click(dialog.getByRole('button', { name: 'Merge' }));
    const link = await screen.findByRole('link', { name: 'Court Low' });
    expect(link.getAttribute('href')).toBe('/desk/catalogue/products/2');
    expect(server.requestsOf('mergeProduct')[1]?.body).toEqual({ uid: 'ada', id: 7, into: 2 });
    expect(screen.queryByRole('button', { name: 'Show again' })).toBeNull();
  });

  it('is over for those in the list of hidden products', async () => {
    const row = { thumbnail: '/drawings/7.svg', by: 'bob', at: AT };
    server.answer('hiddenProducts', {
      products: [
        { ...row, id: 7, name: 'Air Runner Low', mergedName: null },
        { ...row, id: 8, name: 'Air Runer Low', mergedName: 'Air Runner Low' },
      ],
    });
    openDesk(CataloguePage, '/desk/catalogue?state=hidden');
    const link = await screen.findByRole('link', { name: /^Air Runner Low Hidden by bob, / });
    expect(link.getAttribute('href')).toBe('/desk/catalogue/products/7');
    screen.getByRole('link', { name: /Merged into Air Runner Low by bob, / });
  });
});
