import type { Desk, DeskDeal, DeskRow } from '@perkex/contract/desk.js';
import { DESK_QUEUES } from '@perkex/contract/desk.js';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { DeskDealPage } from '../src/desk/desk-deal-page.js';
import { DeskLayout } from '../src/desk/desk-layout.js';
import { DeskPage } from '../src/desk/desk-page.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, startServer } from './support/open-page.js';

const CODE = '7-0V9K-2M3B-1RFH-TQ8Z-K';
/** A button accepts presses only when it has settled. */
const SETTLED_MS = 800;

const ROW: DeskRow = {
  code: CODE,
  productId: 7,
  name: 'Air Runner Low',
  brand: null,
  thumbnail: '/drawings/7.svg',
  size: '9',
  price: 200,
  state: 'received',
  since: '2026-11-26T18:00:00.000Z',
  dueAt: null,
  isOverdue: true,
};

function deskDeal(changes: Partial<DeskDeal> = {}): DeskDeal {
  return {
    ...ROW,
    styleCode: 'AR-7',
    version: 4,
    tradedAt: '2026-11-24T18:00:00.000Z',
    buyerPays: 216,
    sellerGets: 165,
    payment: 'held',
    payout: 'none',
    claim: 'none',
    penalty: 'none',
    choice: 'none',
    balances: [{ account: 'held', amount: 216 }],
    sendTo: null,
    deskSteps: ['pass', 'fail'],
    financeSteps: [],
    events: [
      {
        version: 4,
        event: 'receive',
        by: 'member',
        member: 'ann',
        state: 'received',
        date: '2026-11-26T18:00:00.000Z',
        carrier: null,
        trackingNumber: null,
        problem: null,
        reason: null,
      },
    ],
    ...changes,
  };
}

function desk(counts: Partial<Record<(typeof DESK_QUEUES)[number], number>> = {}): Desk {
  return {
    name: 'ann',
    role: 'admin',
    queues: DESK_QUEUES.map((queue) => ({ queue, count: counts[queue] ?? 0, oldest: null })),
  };
}

let server: ReturnType<typeof startServer>;

beforeEach(() => {
  server = startServer();
  server.answer('desk', desk({ 'to-verify': 2 }));
});

const LISTS = () => (
  <DeskLayout>
    <DeskPage />
  </DeskLayout>
);
const DEAL = () => (
  <DeskLayout>
    <DeskDealPage />
  </DeskLayout>
);

const openLists = (at = '/desk') =>
  openPage(LISTS, { at, path: '/desk', others: { '/desk/deals/:code': DEAL }, userId: 'ada' });
const openDeal = (code = CODE) =>
  openPage(DEAL, { at: `/desk/deals/${code}`, path: '/desk/deals/:code', userId: 'ada' });

describe('the desk', () => {
  it('opens the first queue in which something waits, and any other one by its link', async () => {
    server.answer('deskDeals', ({ query }) => ({ deals: query.get('queue') === 'to-verify' ? [ROW] : [] }));
    const { user } = openLists();
    const list = await screen.findByRole('list', { name: /^Deals/ });
    expect(within(list).getByRole('link').getAttribute('href')).toBe(`/desk/deals/${CODE}`);
    within(list).getByText('Overdue');
    expect(screen.getByRole('link', { name: 'To verify 2' }).getAttribute('aria-current')).toBe('page');
    await user.click(screen.getByRole('link', { name: 'Claims 0' }));
    await screen.findByText('Nothing waits here.');
    expect(location.search).toBe('?queue=claims');
  });

  it('opens a deal by a scanned code, and says when a code is wrong', async () => {
    server.answer('deskDeals', { deals: [] });
    server.answer('deskDeal', deskDeal());
    const { user } = openLists();
    const field = await screen.findByRole('textbox', { name: 'Code of a deal' });
    await user.keyboard('/');
    expect(document.activeElement).toBe(field);
    await user.keyboard('7-0V9K{Enter}');
    screen.getByText('This is not the code of a deal. Is it complete?');
    await user.clear(field);
    await user.keyboard(`${CODE.replaceAll('-', '').toLowerCase()}{Enter}`);
    await screen.findByRole('heading', { name: 'Here, to be verified' });
    expect(server.requestsOf('deskDeal')[0]?.params).toEqual({ code: CODE });
  });

  it('leads those without a role to Home', async () => {
    server.answer('desk', () => {
      throw refusal('not-found');
    });
    openLists();
    await expectPage('/');
  });

  it('asks members for a second factor', async () => {
    server.answer('desk', () => {
      throw refusal('factor-needed');
    });
    openLists();
    const link = await screen.findByRole('link', { name: 'Login & security' });
    expect(link.getAttribute('href')).toBe('/dashboard/settings/security');
  });

  it('says when a queue cannot be loaded', async () => {
    server.answer('deskDeals', () => {
      throw lostConnection();
    });
    openLists();
    await screen.findByText('The deals could not be loaded.', {}, { timeout: 5_000 });
  });
});

describe('a deal at the desk', () => {
  it('asks before a verdict, sends it with the version that the member saw, and shows what follows', async () => {
    server.answer('deskDeal', deskDeal());
    const { user } = openDeal();
    await screen.findByRole('heading', { name: 'Here, to be verified' });
    await pass(SETTLED_MS);
    await user.click(button('Pass'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pass?' }));
    dialog.getByText('Air Runner Low, size 9');
    await pass(SETTLED_MS);
    const after = deskDeal({ state: 'verified', version: 5, deskSteps: ['send'], sendTo: ['Bert Buyerson'] });
    server.answer('deskDeal', after);
    server.answer('takeDeskStep', after);
    await user.click(dialog.getByRole('button', { name: 'Pass' }));
    const heading = await screen.findByRole('heading', { name: 'Verified, to be sent' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    within(screen.getByRole('region', { name: 'Send to the buyer' })).getByText('Bert Buyerson');
    expect(server.requestsOf('takeDeskStep').map(({ body }) => body)).toEqual([
      { uid: 'ada', code: CODE, version: 4, step: 'pass' },
    ]);
  });

  it('says why a step was refused', async () => {
    server.answer('deskDeal', deskDeal({ state: 'shipped', deskSteps: ['receive'] }));
    server.answer('takeDeskStep', () => {
      throw refusal('step-refused');
    });
    const { user } = openDeal();
    await screen.findByRole('heading', { name: 'On its way to us' });
    await pass(SETTLED_MS);
    await user.click(button('Receive the pair'));
    await screen.findByText('This step is not possible now.');
  });

  it('takes the amount of a partial refund', async () => {
    const claimed = deskDeal({ state: 'delivered', deskSteps: [], financeSteps: ['refund-part'] });
    server.answer('deskDeal', claimed);
    server.answer('takeFinanceStep', claimed);
    const { user } = openDeal();
    await screen.findByRole('heading', { name: 'Delivered' });
    await pass(SETTLED_MS);
    await user.click(button('Refund a part'));
    const dialog = within(await screen.findByRole('dialog'));
    const amount = dialog.getByLabelText('Amount in dollars');
    for (const wrong of ['', '0', '216', '1.234', 'x']) {
      await user.clear(amount);
      await user.type(amount, `${wrong}{Enter}`);
      dialog.getByText('Enter dollars above 0 and below 216.00.');
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

  it('says when no deal has the code', async () => {
    openDeal('7-0V9K-2M3B-1RFH-TQ8Z-0');
    await screen.findByRole('heading', { name: 'No deal has this code' });
    server.answer('deskDeal', () => {
      throw refusal('unknown-code');
    });
  });
});
