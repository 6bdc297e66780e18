import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { UNVERIFIED_SECURITY } from './support/data.js';
import { CODE, deskDeal, deskOf } from './support/desk-deal.js';
import { refusal } from './support/fake-server.js';
import { openDeskDeal, startDesk } from './support/open-desk.js';
import { button, pass, SETTLED_MS, server } from './support/open-page.js';

beforeEach(() => {
  startDesk('admin');
  server.answer('deskLabel', { canBuy: false, label: null });
});

const openDeal = () => openDeskDeal();

describe('a step of a deal at the desk that asks first', () => {
  it('takes the amount of a partial refund', async () => {
    const claimed = deskDeal({ state: 'delivered', deskSteps: [], financeSteps: ['refund-part'] });
    server.answer('deskDeal', claimed);
    server.answer('takeFinanceStep', claimed);
    const { user } = openDeal();
    await screen.findByRole('heading', { name: 'Delivered' });
    await pass(SETTLED_MS);
    await user.click(button('Partial refund'));
    const dialog = within(await screen.findByRole('dialog'));
    const amount = dialog.getByLabelText('Amount in dollars');
    for (const wrong of ['', '0', '216', '1.234', 'x']) {
      await user.clear(amount);
      await user.type(amount, `${wrong}{Enter}`);
      dialog.getByText('Enter an amount above 0 and below 216.00 dollars.');
    }
    await user.clear(amount);
    await user.type(amount, '19,99{Enter}');
    await waitFor(() => expect(server.requestsOf('takeFinanceStep')).toHaveLength(1));
    expect(server.requestsOf('takeFinanceStep')[0]?.body).toEqual({
      uid: 'ada',
      code: CODE,
      version: 4,
      step: 'refund-part',
      amount: 19.99,
    });
  });

  it('keeps the deal by a button that cannot be taken for its cancellation', async () => {
    server.answer('deskDeal', deskDeal({ deskSteps: [], financeSteps: ['cancel'] }));
    const { user } = openDeal();
    await screen.findByRole('heading', { name: 'Here, to be verified' });
    await pass(SETTLED_MS);
    await user.click(button('Cancel the deal'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the deal?' }));
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Cancel the deal',
      'Keep the deal',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Keep the deal' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.requestsOf('takeFinanceStep')).toEqual([]);
  });

  it('stays open with what was typed while the desk asks for a code after eight hours', async () => {
    server.answer('deskDeal', deskDeal({ state: 'delivered', deskSteps: [], financeSteps: ['refund-part'] }));
    const { user } = openDeal();
    await screen.findByRole('heading', { name: 'Delivered' });
    await pass(SETTLED_MS);
    await user.click(button('Partial refund'));
    await user.type(await screen.findByLabelText('Amount in dollars'), '19');
    server.answer('desk', refusal('member-proof-needed'));
    server.answer('security', { ...UNVERIFIED_SECURITY, hasPassword: true, app: true, recoveryCodes: 8 });
    await pass(6_000);
    const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
    const code = await dialog.findByRole('textbox');
    server.answer('prove', () => {
      server.answer('desk', deskOf('admin'));
      return { status: true };
    });
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: "Confirm it's you" })).toBeNull());
    expect(screen.getByLabelText('Amount in dollars')).toHaveProperty('value', '19');
  });

  it('keeps what was typed when it is refused, with the reason, which no other step shows', async () => {
    server.answer('deskDeal', deskDeal({ deskSteps: ['send'], financeSteps: ['refund-part'] }));
    server.answer('takeDeskStep', refusal('busy'));
    const { user } = openDeal();
    await screen.findByRole('heading', { name: 'Here, to be verified' });
    await pass(SETTLED_MS);
    await user.click(button('Sent to the buyer'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Carrier'), 'UPS');
    await user.type(dialog.getByLabelText('Tracking number'), '1Z999AA10123456784{Enter}');
    await dialog.findByText(/^The market is busy/, {}, { timeout: 10_000 });
    expect(dialog.getByLabelText('Tracking number')).toHaveProperty('value', '1Z999AA10123456784');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await pass(SETTLED_MS);
    await user.click(button('Partial refund'));
    await screen.findByLabelText('Amount in dollars');
    expect(screen.queryByText(/^The market is busy/)).toBeNull();
  });

  it('does not open again once it was impossible for a while', async () => {
    const sendable = deskDeal({ deskSteps: ['send'] });
    server.answer('deskDeal', sendable);
    const { user, client } = openDeal();
    await screen.findByRole('heading', { name: 'Here, to be verified' });
    await pass(SETTLED_MS);
    await user.click(button('Sent to the buyer'));
    await screen.findByRole('dialog');
    const becomes = (deal: typeof sendable) => {
      server.answer('deskDeal', deal);
      return act(() => client.invalidateQueries());
    };
    await becomes(deskDeal({ deskSteps: [] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await becomes(sendable);
    await waitFor(() => button('Sent to the buyer'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
