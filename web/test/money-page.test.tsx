import { OWN_MONEY_KINDS, type OwnMoneyKind } from '@perkex/core/deals/own-money.js';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MoneyLine, OwnMoneyAnswer } from '../src/api/deals.js';
import type { Debt } from '../src/api/payments.js';
import { SideMenu } from '../src/dashboard/side-menu.js';
import { MoneyPage } from '../src/deals/money-page.js';
import { KINDS, lineWords } from '../src/deals/money-words.js';
import { momentText } from '../src/ui/moment.js';
import { DUE_AT, deal, markDealsStarted } from './support/deals.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, SETTLED_MS, server, startServer } from './support/open-page.js';

const DATE = '2026-11-26T18:00:00.000Z';

function line(kind: OwnMoneyKind, amount: number, changes: Partial<MoneyLine['deal']> = {}): MoneyLine {
  const { cancellation: _c, isOverdue: _o, penalty: _p, money: _m, timeline: _t, ...row } = deal(changes);
  return { kind, amount, date: DATE, deal: row };
}

function money(lines: readonly MoneyLine[], next: string | null = null): OwnMoneyAnswer {
  return { sums: lines.map(({ kind, amount }) => ({ kind, amount })), lines: [...lines], next };
}

const TO_SHIP = line('sale-held', 165, { party: 'seller', state: 'paid', steps: ['ship', 'extend'] });
const SPENT = line('spent', 216.5, { state: 'complete', dueAt: null });

beforeEach(() => {
  startServer();
});

function open(hasDeals = true) {
  if (hasDeals) {
    markDealsStarted();
  }
  return openPage(MoneyPage, { at: '/dashboard/money', userId: 'ada' });
}

const list = () => screen.findByRole('list', { name: 'Your money, newest first' });
const sums = async () =>
  within(await screen.findByRole('list', { name: 'In all your orders' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the page of my money', () => {
  it('says of a held amount why, until when, and what would speed it up', async () => {
    server.answer('money', money([TO_SHIP]));
    open();
    const link = within(await list()).getByRole('link', { name: /Air Runner Low/ });
    expect(link.getAttribute('href')).toBe(`/dashboard/orders/${TO_SHIP.deal.id}`);
    expect(link.textContent).toContain('Held for your sale165.00$We hold it until your pair has passed');
    expect(link.textContent).toContain(
      `Next: Ship the pair to PerkeX, and enter its tracking number. By ${momentText('local', DUE_AT)}.`,
    );
    expect(link.textContent).toContain('Ship today to be paid sooner.');
  });

  it('has the sums of each place, and a debt without what payouts have settled', async () => {
    server.answer('debt', { amount: 17.5, paying: 0, payment: 'none', needsCard: false, transfer: null });
    server.answer(
      'money',
      money([
        TO_SHIP,
        line('payment-held', 216.5),
        SPENT,
        line('paid-out', 80),
        line('penalty', 30),
        line('settled', 12.5),
      ]),
    );
    open();
    expect(await sums()).toEqual([
      'Held381.50$Your sales165.00$Your payments216.50$',
      'Due to you0.00$',
      'In flight0.00$',
      'PaidSpent on purchases216.50$Received for sales80.00$',
      'You owe17.50$Penalties30.00$Settled by payouts−12.50$',
    ]);
  });

  it('shows one place, and older lines', async () => {
    server.answer('money', ({ query }) =>
      query.get('place') === 'paid'
        ? query.get('before') === null
          ? money([SPENT], '1.x')
          : money([SPENT, line('paid-out', 80)])
        : money([TO_SHIP]),
    );
    const { user } = open();
    await list();
    await user.click(screen.getByRole('tab', { name: 'Paid' }));
    await within(await list()).findByText('Paid by you');
    await user.click(button('Show older'));
    await within(await list()).findByText('Paid out to you');
    expect(within(await list()).getAllByText('Paid by you')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    expect(server.requestsOf('money').at(-1)?.query.get('before')).toBe('1.x');
  });

  it('shows a change although older lines are asked for before it is read', async () => {
    const paidOut = line('paid-out', 80);
    server.answer('money', money([line('spent', 10)], '1.x'));
    const { user } = open();
    await list();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.answer('money', async ({ query }) => {
      if (query.get('before') !== null) {
        return money([paidOut]);
      }
      await released;
      return money([line('spent', 20)], '1.x');
    });
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(server.requestsOf('money')).toHaveLength(2));
    await user.click(button('Show older'));
    await pass(50);
    release();
    await within(await list()).findByText('Paid out to you');
    within(await list()).getByText('20.00$');
    expect((await sums())[3]).toContain('Paid20.00$');
  });

  it('may be empty, or not readable', async () => {
    server.answer('money', lostConnection());
    const { user } = open();
    await screen.findByText('Your money could not be loaded.');
    server.answer('money', money([]));
    await user.click(button('Try again'));
    await screen.findByText(/^No money has moved yet\./);
    expect((await sums())[0]).toBe('Held0.00$');
  });

  it('is downloaded as CSV', async () => {
    server.answer('money', money([]));
    server.answer('exportMoney', 'date,place\r\n');
    // This browser would leave the page.
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    onTestFinished(() => saved.mockRestore());
    const { user } = open();
    await user.click(button('Download as CSV'));
    await screen.findByText('The list of your money has been downloaded.');
    expect(saved).toHaveBeenCalledOnce();
  });

  it('and its link do not exist on a market whose deals have not started', async () => {
    open(false);
    await expectPage('/');
    expect(server.requestsOf('money')).toEqual([]);
  });
});

describe('what is owed', () => {
  const NONE: Debt = { amount: 30, paying: 0, payment: 'none', needsCard: false, transfer: null };

  async function openDebt(
    debt: Debt,
    payments: 'play' | 'stripe' | 'bank' = 'stripe',
    title: string | RegExp = /^You owe 30\.00\$|^Your payment/,
  ) {
    server.answer('money', money([line('penalty', 30)]));
    server.answer('debt', debt);
    markDealsStarted(payments);
    const page = openPage(MoneyPage, { at: '/dashboard/money', userId: 'ada' });
    await screen.findByRole('heading', { name: title });
    await pass(SETTLED_MS);
    return page;
  }
  const requests = () => server.requestsOf('payDebt').map(({ body }) => body);
  function answerPayment(debt: Debt): void {
    server.answer('payDebt', debt);
    server.answer('debt', debt);
  }

  it('is paid by card with one press, however often it is pressed', async () => {
    const { user } = await openDebt(NONE);
    answerPayment({ ...NONE, paying: 30, payment: 'collecting' });
    await user.dblClick(button('Pay 30.00$ by card'));
    await screen.findByText('We are collecting 30.00$ from your card.');
    expect(requests()).toEqual([{ uid: 'ada' }]);
  });

  it('can be paid again after a decline, and a refusal is shown', async () => {
    const { user } = await openDebt({ ...NONE, payment: 'declined' });
    screen.getByText(/^Your payment was declined\./);
    server.answer('payDebt', refusal('payment-missing'));
    await user.click(button('Pay 30.00$ by card'));
    await screen.findByText('Set your payment before you buy.');
  });

  it('needs a card first, or the bank of the user', async () => {
    await openDebt({ ...NONE, needsCard: true });
    expect(screen.getByRole('link', { name: 'save a card in your settings' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    cleanup();
    await openDebt({ ...NONE, paying: 30, payment: 'needs-buyer' });
    screen.getByText('Your bank asks you to confirm the payment of 30.00$.');
    button('Go to your bank');
    button('Start again');
    // Its user has accepted it there, and the news arrives after they have returned.
    server.answer('debt', { ...NONE, amount: 0 });
    await pass(2_000);
    expect(screen.queryByRole('button', { name: 'Go to your bank' })).toBeNull();
  });

  it.each(['stripe', 'bank'] as const)(
    'of less than 0.50$ is not paid by card: with %s',
    async (payments) => {
      await openDebt({ ...NONE, amount: 0.49 }, payments, 'You owe 0.49$');
      const buttons = screen.queryAllByRole('button', { name: /^Pay/ }).map(({ textContent }) => textContent);
      expect(buttons).toEqual(payments === 'bank' ? ['Pay by bank transfer'] : []);
      expect(screen.queryAllByText(/^Cards pay 0\.50\$ or more/)).toHaveLength(payments === 'bank' ? 0 : 1);
    },
  );

  it('is paid by bank transfer with a reference of its own', async () => {
    const { user } = await openDebt(NONE, 'bank');
    const transfer = {
      holder: 'PerkeX',
      account: 'GB33 BUKB 2020 1555 5555 55',
      bankCode: null,
      bankName: null,
      reference: 'RF18 7K3M 9QX2 TB4D',
      amount: 20,
      received: 10,
    };
    answerPayment({ ...NONE, paying: 30, payment: 'needs-buyer', transfer });
    await user.click(button('Pay by bank transfer'));
    await screen.findByText('RF18 7K3M 9QX2 TB4D');
    screen.getByText('10.00$ has arrived. Please send the rest, with the same reference.');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('is not asked for while nothing is owed', async () => {
    server.answer('money', money([SPENT]));
    open();
    await list();
    expect(server.requestsOf('debt')).toEqual([]);
  });
});

describe('the link to my money', () => {
  const Menu = () => <SideMenu id="menu" isOpen onChoose={() => {}} />;

  it.each([true, false])('is in the menu only if deals have started: %s', async (hasDeals) => {
    if (hasDeals) {
      markDealsStarted();
    }
    openPage(Menu, { userId: 'ada' });
    await screen.findByRole('link', { name: 'Selling' });
    expect(screen.queryByRole('link', { name: 'My money' }) !== null).toBe(hasDeals);
  });
});

it.each(OWN_MONEY_KINDS)('%s has words', (kind) => {
  const words = lineWords(line(kind, 1, { party: 'seller', state: 'cancelled' }));
  expect(`${KINDS[kind].line}: ${words.why}`).toMatch(/^[A-Z].*\.$/);
});
