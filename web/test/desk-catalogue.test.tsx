import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CataloguePage } from '../src/desk/catalogue/catalogue-page.js';
import { DraftPage } from '../src/desk/catalogue/draft-page.js';
import { EditProductPage } from '../src/desk/catalogue/edit-product-page.js';
import { NewProductPage } from '../src/desk/catalogue/new-product-page.js';
import { DraftPreviewPage } from '../src/product/draft-preview-page.js';
import { DRAFT, DRAFT_ID, FIELDS, found, PRODUCT, picture } from './support/desk-catalogue.js';
import { refusal } from './support/fake-server.js';
import { answerAsMember, openDesk, startDesk } from './support/open-desk.js';
import { button, expectPage, pass, SETTLED_MS, server } from './support/open-page.js';

beforeEach(() => {
  startDesk('admin');
  server.answer('browse', found());
  server.answer('productDrafts', { drafts: [] });
});

const openList = (at = '/desk/catalogue') => openDesk(CataloguePage, at);
const openProduct = () =>
  openDesk(EditProductPage, '/desk/catalogue/products/7', '/desk/catalogue/products/:product');
const openDraft = () =>
  openDesk(DraftPage, `/desk/catalogue/drafts/${DRAFT_ID}`, '/desk/catalogue/drafts/:draft');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('the catalogue', () => {
  it('lists what visitors find, by name or style code, with keys', async () => {
    server.answer('browse', ({ query }) =>
      found(query.get('q') === 'run' ? ['Air Runner Low'] : ['Air Runner Low', 'Court High']),
    );
    const { user } = openList();
    const link = await screen.findByRole('link', { name: 'Air Runner Low' });
    expect(link.getAttribute('href')).toBe('/desk/catalogue/products/1');
    screen.getByText('2 products');
    await user.keyboard('j');
    expect(document.activeElement).toBe(link);
    await user.type(field('Name or style code'), 'run{Enter}');
    await screen.findByText('1 product for “run”');
    await user.keyboard('{Escape}');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('n');
    await expectPage('/desk/catalogue/new');
  });

  it('lists drafts with who has edited them', async () => {
    const { lastEdit } = DRAFT;
    server.answer('productDrafts', {
      drafts: [
        {
          ...{ draft: DRAFT_ID, name: 'Air Runner Low', styleCode: 'AB-1' },
          ...{ isOfPublished: true, thumbnail: null, lastEdit },
        },
        {
          ...{ draft: DRAFT_ID.replace(/1$/, '2'), name: ' ', styleCode: '' },
          ...{ isOfPublished: false, thumbnail: null, lastEdit },
        },
      ],
    });
    openList('/desk/catalogue?state=draft');
    const link = await screen.findByRole('link', {
      name: /^Air Runner Low Changes to a published product. Edited by bob, /,
    });
    expect(link.getAttribute('href')).toBe(`/desk/catalogue/drafts/${DRAFT_ID}`);
    screen.getByRole('link', { name: /^Without a name/ });
    screen.getByRole('link', { name: 'Drafts 2' });
  });

  it('is for admins, and has a link for them only', async () => {
    openList();
    const link = await screen.findByRole('link', { name: 'Catalogue' });
    expect(link.getAttribute('href')).toBe('/desk/catalogue');
    cleanup();
    answerAsMember('finance');
    openList();
    await expectPage('/desk');
  });
});

describe('a published product', () => {
  it('is saved with the version that the member has seen, and keeps its name', async () => {
    server.answer('deskProduct', PRODUCT);
    const saved = { ...PRODUCT, version: '2'.repeat(32), fields: { ...FIELDS, retailPrice: '130' } };
    server.answer('saveProduct', saved);
    const { user } = openProduct();
    await screen.findByRole('heading', { name: 'Air Runner Low' });
    expect(field('Name').readOnly).toBe(true);
    await user.clear(field('Retail price in $'));
    await user.type(field('Retail price in $'), '130');
    screen.getByText('You have changes that are not saved.');
    await user.click(button('Save'));
    await screen.findByText('Published');
    expect(server.requestsOf('saveProduct')[0]?.body).toEqual({
      uid: 'ada',
      id: 7,
      version: PRODUCT.version,
      fields: { ...FIELDS, retailPrice: '130' },
      pictures: [],
    });
  });

  it('keeps what is typed while it is being saved', async () => {
    server.answer('deskProduct', PRODUCT);
    const saved = { ...PRODUCT, version: '2'.repeat(32), fields: { ...FIELDS, nickname: 'Red' } };
    const { release } = server.answerLater('saveProduct', saved);
    const { user } = openProduct();
    await user.type(await screen.findByLabelText('Nickname'), 'Red ');
    await user.click(button('Save'));
    await user.type(field('Colourway'), 'Red/White');
    release();
    await waitFor(() => expect(field('Nickname').value).toBe('Red'));
    expect(field('Colourway').value).toBe('Red/White');
    screen.getByText('You have changes that are not saved.');
  });

  it('shows the error of each field', async () => {
    server.answer('deskProduct', PRODUCT);
    server.answer(
      'saveProduct',
      refusal('invalid-product', {
        fields: [
          { field: 'retailPrice', error: '"x" is not a retail price' },
          { field: 'sizes', error: 'the sizes 8 stay' },
        ],
      }),
    );
    const { user } = openProduct();
    await user.type(await screen.findByLabelText('Retail price in $'), 'x');
    await user.click(button('Save'));
    await screen.findByText('"x" is not a retail price');
    screen.getByText('The sizes 8 stay');
    screen.getByText('This product has missing or wrong values.');
    expect(field('Retail price in $').getAttribute('aria-invalid')).toBe('true');
  });

  it('that another member has changed shows who and what, and nothing is overwritten', async () => {
    server.answer('deskProduct', PRODUCT);
    server.answer('saveProduct', refusal('product-changed'));
    const { user } = openProduct();
    await user.type(await screen.findByLabelText('Nickname'), 'Red');
    await user.type(field('Brand'), ' Lab');
    const lastEdit = { by: 'bob', at: '2026-11-27T08:00:00.000Z' };
    const theirs = { ...FIELDS, brand: 'Puma', retailPrice: '130' };
    server.answer('deskProduct', { ...PRODUCT, version: '3'.repeat(32), fields: theirs, lastEdit });
    await user.click(button('Save'));
    const notice = within(await screen.findByRole('region', { name: 'bob has changed this product' }));
    expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Brand: Nike → PumaYours: Nike Lab',
      'Retail price in $: 120 → 130',
    ]);
    await user.click(button('Add my changes to theirs'));
    expect(screen.queryByRole('region', { name: 'bob has changed this product' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect([field('Nickname').value, field('Retail price in $').value]).toEqual(['Red', '130']);
    server.answer('saveProduct', { ...PRODUCT, fields: theirs });
    await user.click(button('Save'));
    await waitFor(() =>
      expect(server.requestsOf('saveProduct').at(-1)?.body).toMatchObject({
        version: '3'.repeat(32),
        fields: { brand: 'Nike Lab', nickname: 'Red', retailPrice: '130' },
      }),
    );
  });

  it('that another member has changed may take their values', async () => {
    server.answer('deskProduct', PRODUCT);
    server.answer('saveProduct', refusal('product-changed'));
    const { user } = openProduct();
    await user.type(await screen.findByLabelText('Brand'), ' Lab');
    server.answer('deskProduct', {
      ...PRODUCT,
      version: '3'.repeat(32),
      fields: { ...FIELDS, brand: 'Puma' },
    });
    await user.click(button('Save'));
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
    expect(screen.queryByRole('region', { name: /has changed this product$/ })).toBeNull();
    expect(field('Brand').value).toBe('Puma');
  });

  it('gets and loses sizes by presses, except those that it has', async () => {
    server.answer('deskProduct', PRODUCT);
    const { user } = openProduct();
    const sizes = await screen.findByLabelText<HTMLInputElement>('Sizes, with spaces between them');
    await user.click(button('10.5'));
    await user.click(button('8.5'));
    expect(sizes.value).toBe('8 8.5 9 10.5');
    await user.click(button('10.5'));
    expect(sizes.value).toBe('8 8.5 9');
    expect(button('8').disabled).toBe(true);
    await user.selectOptions(field('Made for'), 'Toddlers');
    await user.click(button('All'));
    expect(sizes.value).toMatch(/^8 8\.5 9 2C 2\.5C .* 10C$/);
  });

  it('gets pictures by choice, drop and address, in the order of the member', async () => {
    server.answer('deskProduct', { ...PRODUCT, pictures: [picture('a')] });
    server.answer('addPicture', ({ body }) => picture(body.address === undefined ? 'b' : 'c'));
    const { user } = openProduct();
    const chosen = await screen.findByLabelText('Pictures of the product');
    await user.upload(chosen, new File(['x'], 'side.jpg', { type: 'image/jpeg' }));
    await screen.findByRole('img', { name: 'Picture 2' });
    await user.type(field('Address of a picture'), 'https://shop.example/c.jpg{Enter}');
    await screen.findByRole('img', { name: 'Picture 3' });
    await user.click(button('Move picture 3 forward'));
    await user.click(button('Remove picture 1'));
    server.answer(
      'addPicture',
      refusal('unusable-picture', { detail: 'This picture cannot be used: it is not a JPEG.' }),
    );
    const zone = chosen.parentElement;
    if (zone) {
      fireEvent.drop(zone, { dataTransfer: { files: [new File(['x'], 'page.html')] } });
    }
    await screen.findByText('page.html: This picture cannot be used: it is not a JPEG.');
    server.answer('saveProduct', PRODUCT);
    await user.click(button('Save'));
    await waitFor(() =>
      expect(server.requestsOf('saveProduct')[0]?.body.pictures).toEqual([
        picture('c').key,
        picture('b').key,
      ]),
    );
    expect(server.requestsOf('addPicture').map(({ body }) => body)).toEqual([
      { uid: 'ada', content: btoa('x') },
      { uid: 'ada', address: 'https://shop.example/c.jpg' },
      { uid: 'ada', content: btoa('x') },
    ]);
  });

  it('asks before changes are lost', async () => {
    server.answer('deskProduct', PRODUCT);
    const { user } = openProduct();
    await user.type(await screen.findByLabelText('Nickname'), 'Red');
    await user.click(screen.getByRole('link', { name: 'Desk' }));
    const question = within(screen.getByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'STAY' }));
    expect(field('Nickname').value).toBe('Red');
  });

  it('that does not exist says so', async () => {
    server.answer('deskProduct', refusal('unknown-product'));
    openProduct();
    await screen.findByRole('heading', { name: 'There is no such product' });
  });
});

describe('a draft', () => {
  it('begins with a new product, under one id for all attempts', async () => {
    server.answer('saveDraft', refusal('too-many-drafts'));
    const { user } = openDesk(NewProductPage, '/desk/catalogue/new');
    await user.type(await screen.findByLabelText('Name'), 'Court High');
    await user.click(button('Save draft'));
    await screen.findByText('There are 100 drafts. Publish or delete one first.');
    server.answer('saveDraft', DRAFT);
    await user.click(button('Save draft'));
    await waitFor(() => expect(server.requestsOf('saveDraft')).toHaveLength(2));
    const [first, second] = server.requestsOf('saveDraft').map(({ body }) => body);
    await expectPage(`/desk/catalogue/drafts/${first?.draft}`);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ version: 0, fields: { name: 'Court High', sizes: '' } });
  });

  it('is published after a question, without errors only', async () => {
    server.answer('productDraft', {
      ...DRAFT,
      errors: [{ field: 'sizes', error: 'it lists no sizes' }],
    });
    const { user } = openDraft();
    await screen.findByText(/^Draft, edited by bob, .* It cannot be published yet\.$/);
    screen.getByText('It lists no sizes');
    expect(button('Publish').disabled).toBe(true);
    server.answer('saveDraft', { ...DRAFT, version: 4 });
    await user.type(field('Sizes, with spaces between them'), ' 10');
    await user.click(button('Save draft'));
    await screen.findByText(/It can be published\.$/);
    expect(screen.getByRole('link', { name: 'Preview' }).getAttribute('href')).toBe(
      `/desk/catalogue/drafts/${DRAFT_ID}/preview`,
    );
    server.answer('publishDraft', { id: 12 });
    await user.click(button('Publish'));
    await pass(SETTLED_MS);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish' }));
    await expectPage('/desk/catalogue/products/12');
    expect(server.requestsOf('publishDraft')[0]?.body).toEqual({ uid: 'ada', draft: DRAFT_ID, version: 4 });
  });

  it('that another member has published in the meantime says so', async () => {
    server.answer('productDraft', DRAFT);
    server.answer(
      'saveDraft',
      refusal('draft-changed', { detail: 'bob has published this draft in the meantime.' }),
    );
    const { user } = openDraft();
    await user.type(await screen.findByLabelText('Nickname'), 'Red');
    server.answer('productDraft', { ...DRAFT, productId: 12 });
    await user.click(button('Save draft'));
    await screen.findByText('bob has published this draft in the meantime.');
    expect(field('Nickname').value).toBe('Red');
  });

  it('is deleted after a question', async () => {
    server.answer('productDraft', DRAFT);
    server.answer('discardDraft', 'The draft is deleted.');
    const { user } = openDraft();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await pass(SETTLED_MS);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await expectPage('/desk/catalogue?state=draft');
  });

  it('is previewed as visitors will see it', async () => {
    const facts = {
      ...{ brand: 'Nike', styleCode: 'AB-1', colourway: null, model: null, nickname: null },
      ...{ kind: 'men' as const, description: null, releaseDate: '2024-05-01', retailPrice: 120 },
    };
    const preview = {
      ...{ id: 0, name: FIELDS.name, thumbnail: '/drawings/0.svg', pictures: [], ...facts },
      ...{ tradesFrom: null, sizes: ['8', '9'], asks: [], bids: [], lastsales: [], oldersales: [] },
    };
    server.answer('productDraft', { ...DRAFT, preview });
    openDesk(
      DraftPreviewPage,
      `/desk/catalogue/drafts/${DRAFT_ID}/preview`,
      '/desk/catalogue/drafts/:draft/preview',
    );
    await screen.findByRole('heading', { name: 'Air Runner Low' });
    screen.getByText('AB-1');
    screen.getByText('It is drawn once it is published.');
    screen.getByText(/^Visitors will see this page/);
  });
});
