import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PairForm } from '../src/collection/pair-form.js';
import { productDetail } from './support/data.js';
import { refusal } from './support/fake-server.js';
import { button, openPage, startServer } from './support/open-page.js';
import { expectFault } from './support/shown.js';

const added = vi.fn();

function Form() {
  const product = { id: 7, name: 'Air Runner Low', thumbnail: '/drawings/7.svg' };
  return <PairForm userId="ada" product={product} onBack={() => {}} onAdded={added} />;
}

async function openForm() {
  const server = startServer();
  server.answer('product', () => [productDetail()]);
  const page = openPage(Form, { at: '/dashboard/collection', userId: 'ada' });
  await screen.findByRole('option', { name: '9' });
  return { ...page, server };
}

it('names what is missing or wrong at its field, and goes to the first of them', async () => {
  const { user, server } = await openForm();
  await user.clear(screen.getByLabelText('Bought on'));
  await user.click(button('Add the pair'));
  await expectFault('Size', 'Choose the size of the pair.');
  expect(document.activeElement).toBe(screen.getByLabelText('Size'));
  await expectFault('Bought for, in whole dollars', 'A price is whole dollars, from 1$ to 1000000$.');
  await expectFault('Bought on', 'Choose today or an earlier day.');
  expect(server.requestsOf('addPair')).toEqual([]);
});

it('keeps only the digits of a price, and sends the pair once', async () => {
  const { user, server } = await openForm();
  server.answer('addPair', () => 'The pair is in your collection.');
  server.answer('collection', () => ({
    pairs: [],
    total: { unpriced: 0, price: 0, worth: 0, gain: 0, gainPercent: null },
  }));
  await user.selectOptions(screen.getByLabelText('Size'), '9');
  await user.type(screen.getByLabelText('Bought for, in whole dollars'), '1.2x0$');
  await user.dblClick(button('Add the pair'));
  await vi.waitFor(() => expect(added).toHaveBeenCalledTimes(1), 60_000);
  expect(server.requestsOf('addPair').map(({ body }) => body)).toEqual([
    expect.objectContaining({ uid: 'ada', productId: 7, size: '9', price: 120 }),
  ]);
});

it('shows why a pair was refused', async () => {
  const { user, server } = await openForm();
  server.answer('addPair', refusal('too-many-pairs'));
  await user.selectOptions(screen.getByLabelText('Size'), '9');
  await user.type(screen.getByLabelText('Bought for, in whole dollars'), '120');
  await user.click(button('Add the pair'));
  const reason = await screen.findByRole('alert');
  expect(reason.textContent).not.toBe('');
  expect(document.body).toContain(reason);
});
