import type { DeskLabel } from '@perkex/contract/desk-labels.js';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CODE, deskDeal } from './support/desk-deal.js';
import { openDeskDeal, startDesk } from './support/open-desk.js';
import { button, pass, SETTLED_MS, server } from './support/open-page.js';

const DEAL = deskDeal({
  state: 'verified',
  version: 6,
  sendTo: ['Bert Buyerson', 'Buyers Lane 1'],
  deskSteps: ['send'],
});

beforeEach(() => {
  startDesk('desk');
  server.answer('deskDeal', DEAL);
});

function openDeal() {
  return openDeskDeal();
}

describe('the label of a parcel', () => {
  type Label = NonNullable<DeskLabel['label']>;
  const BOUGHT: Label = {
    state: 'bought',
    reason: null,
    carrier: 'ups',
    trackingNumber: '1Z999AA10123456784',
    cost: '12.40 USD',
    image: 'data:image/png;base64,AAAA',
  };

  it('is bought by a press, and its number is filled in when the parcel is sent', async () => {
    server.answer('deskLabel', { canBuy: true, label: null });
    const { user } = openDeal();
    const buying: Label = {
      ...BOUGHT,
      state: 'buying',
      carrier: null,
      trackingNumber: null,
      cost: null,
      image: null,
    };
    server.answer('buyLabel', { canBuy: false, label: buying });
    await user.click(await screen.findByRole('button', { name: 'Buy a label' }));
    await screen.findByText('The label is being bought…');
    server.answer('deskLabel', { canBuy: false, label: BOUGHT });
    const file = await screen.findByRole('link', { name: 'Download the label' });
    expect(file.getAttribute('download')).toBe(`label-${CODE}.png`);
    await pass(SETTLED_MS);
    await user.click(button('Sent to the buyer'));
    const number = await screen.findByLabelText<HTMLInputElement>('Tracking number');
    await waitFor(() => expect(number.value).toBe(BOUGHT.trackingNumber));
  });

  it('that was refused says why, and can be tried again', async () => {
    const reason = 'The user has saved no address.';
    const refused: Label = { ...BOUGHT, state: 'refused', reason, image: null };
    server.answer('deskLabel', { canBuy: true, label: refused });
    openDeal();
    await screen.findByText('The user has saved no address.');
    button('Try again');
  });
});
