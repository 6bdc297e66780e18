import type { DeskDeal, QueuedDeal } from '@perkex/contract/desk.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { SideMenu } from '../src/dashboard/side-menu.js';
import { DeskDealPage } from '../src/desk/desk-deal-page.js';
import { DeskLayout } from '../src/desk/desk-layout.js';
import { DeskPage } from '../src/desk/desk-page.js';
import { SearchPage } from '../src/desk/search/search-page.js';
import { UNVERIFIED_SECURITY } from './support/data.js';
import { ROW as ANY_ROW, deskDeal as anyDeal, CODE, deskOf } from './support/desk-deal.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { inDesk, openDeskDeal } from './support/open-desk.js';
import { button, expectPage, openPage, pass, SETTLED_MS, server, startServer } from './support/open-page.js';

const TRACKING = '1Z999AA10123456784';
const ROW: QueuedDeal = { ...ANY_ROW, isOverdue: true, reservedBy: 'bob' };

/** The code of a deal with this id, as papers have it. */
const codeOf = (id: string) => dealCode({ productId: 7, id });
const OWN_CODE = codeOf('019ac1a2-0000-7000-8000-000000000001');
const OTHER: QueuedDeal = {
  ...ROW,
  code: codeOf('019ac1a2-0001-7000-8000-000000000002'),
  name: 'Court High',
  size: '11',
};

/** A pair that a member has received. */
const deskDeal = (changes: Partial<DeskDeal> = {}) =>
  anyDeal({
    isOverdue: true,
    balances: [{ account: 'held', amount: 216 }],
    events: [
      {
        version: 4,
        event: 'receive',
        by: 'member',
        member: 'ann',
        state: 'received',
        ...{
          date: '2026-11-26T18:00:00.000Z',
          carrier: null,
          trackingNumber: null,
          problem: null,
          reason: null,
        },
      },
    ],
    ...changes,
  });

beforeEach(() => {
  startServer();
  server.answer('desk', deskOf('admin', { 'to-verify': 2 }));
  server.answer('savedFilters', { filters: [] });
  server.answer('deskLabel', { canBuy: false, label: null });
});

const openLists = (at = '/desk') =>
  openPage(inDesk(DeskPage), {
    at,
    path: '/desk',
    userId: 'ada',
    others: { '/desk/deals/:code': inDesk(DeskDealPage), '/desk/search': inDesk(SearchPage) },
  });
const openDeal = (code = CODE, query = '') => openDeskDeal(`${code}${query}`);

describe('the desk', () => {
  it('opens the first queue in which something waits, and any other one by its link', async () => {
    server.answer('deskDeals', ({ query }) => ({ deals: query.get('queue') === 'to-verify' ? [ROW] : [] }));
    const { user } = openLists();
    const list = await screen.findByRole('list', { name: /^Deals/ });
    expect(within(list).getByRole('link').getAttribute('href')).toBe(`/desk/deals/${CODE}?queue=to-verify`);
    within(list).getByText('Overdue');
    within(list).getByText('Reserved by bob');
    expect(screen.getByRole('link', { name: 'To verify 2' }).getAttribute('aria-current')).toBe('page');
    await user.click(screen.getByRole('link', { name: 'Claims 0' }));
    await screen.findByText('Nothing is waiting here.');
    expect(location.search).toBe('?queue=claims');
  });

  it.each([
    ['/desk', 'Desk'],
    ['/desk/deals/7-1', 'Desk'],
    ['/desk/money', 'Money'],
    ['/desk/ledger', 'Money'],
    ['/desk/users/u1', 'Users'],
  ])('marks the part of %s', async (at, part) => {
    openPage(() => <DeskLayout />, { at, userId: 'ada' });
    await screen.findByRole('link', { name: 'Journal' });
    const parts = within(screen.getByRole('navigation', { name: 'Desk' })).getAllByRole('link');
    expect(
      parts.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent),
    ).toEqual([part]);
  });

  it('opens a deal by a scanned code, and says when a code is wrong', async () => {
    server.answer('deskDeals', { deals: [] });
    server.answer('deskDeal', deskDeal());
    const { user } = openLists();
    const field = await screen.findByRole('textbox', { name: /^Code of a deal/ });
    await user.keyboard('/');
    expect(document.activeElement).toBe(field);
    await user.keyboard('7-0V9K{Enter}');
    screen.getByText('This is not the code of a deal. Is it complete?');
    await user.clear(field);
    await user.keyboard(`${CODE.replaceAll('-', '').toLowerCase()}{Enter}`);
    await screen.findByRole('heading', { name: 'Here, to be verified' });
    expect(server.requestsOf('deskDeal')[0]?.params).toEqual({ code: CODE });
  });

  it('searches for other texts: deals by parcel or product, and users for admins', async () => {
    server.answer('deskDeals', { deals: [] });
    server.answer('deskSearch', { deals: [ROW], isTracked: true, hasMore: true });
    server.answer('deskUsers', { users: [], hasMore: false });
    const { user } = openLists();
    const field = await screen.findByRole('textbox', { name: /^Code of a deal/ });
    await user.type(field, 'x{Enter}');
    screen.getByText(/at least two letters/);
    await user.type(field, ` ${TRACKING} {Enter}`);
    await screen.findByRole('heading', { name: 'Deals with this tracking number' });
    expect(server.requestsOf('deskSearch')[0]?.query.get('search')).toBe(`x ${TRACKING}`);
    await screen.findByText('No user matches.');
    const list = screen.getByRole('list', { name: 'Deals' });
    expect(within(list).getByRole('link').getAttribute('href')).toBe(`/desk/deals/${CODE}`);
    screen.getByText('There are older ones, too.');
    server.answer('desk', deskOf('desk'));
    server.answer('deskSearch', { deals: [], isTracked: false, hasMore: false });
    cleanup();
    openLists('/desk/search?search=air');
    await screen.findByText('No deal matches.');
    expect(screen.queryByRole('heading', { name: 'Users' })).toBeNull();
  });

  it('is used by keys: j and k move through a list, Enter opens a deal', async () => {
    server.answer('deskDeals', { deals: [ROW, OTHER] });
    server.answer('deskDeal', deskDeal());
    const { user } = openLists();
    const list = await screen.findByRole('list', { name: /^Deals/ });
    const [first, second] = within(list).getAllByRole('link');
    for (const [key, link] of [
      ['j', first],
      ['j', second],
      ['j', second],
      ['k', first],
    ] as const) {
      await user.keyboard(key);
      expect(document.activeElement).toBe(link);
    }
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Here, to be verified' });
  });

  it('has a link in the dashboard of those whom it let in, until their role ends', async () => {
    server.answer('deskDeals', { deals: [] });
    const link = () => screen.queryByRole('link', { name: 'Desk' });
    const Menu = () => <SideMenu id="menu" isOpen onChoose={() => {}} />;
    openPage(Menu, { userId: 'ada' });
    await screen.findByRole('link', { name: 'Security' });
    expect(link()).toBeNull();
    cleanup();
    openLists();
    await screen.findByText('Nothing is waiting here.');
    cleanup();
    openPage(Menu, { userId: 'ada' });
    expect(link()?.getAttribute('href')).toBe('/desk');
    cleanup();
    server.answer('desk', refusal('not-found'));
    openLists();
    await expectPage('/');
    cleanup();
    openPage(Menu, { userId: 'ada' });
    expect(link()).toBeNull();
  });

  it('asks after eight hours for a code, not for the password', async () => {
    server.answer('deskDeals', { deals: [] });
    server.answer('desk', refusal('member-proof-needed'));
    server.answer('security', { ...UNVERIFIED_SECURITY, hasPassword: true, app: true, recoveryCodes: 8 });
    const { user } = openLists();
    const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
    await dialog.findByRole('radio', { name: 'Authenticator app' });
    expect(dialog.queryByRole('radio', { name: 'Password' })).toBeNull();
    server.answer('prove', () => {
      server.answer('desk', deskOf('admin'));
      return { status: true };
    });
    await user.type(dialog.getByRole('textbox'), '123456{Enter}');
    await screen.findByText('Nothing is waiting here.');
    expect(server.requestsOf('prove')[0]?.body).toEqual({ factor: 'app', code: '123456' });
  });

  it('leads those without a role to Home', async () => {
    server.answer('desk', refusal('not-found'));
    openLists();
    await expectPage('/');
  });

  it('asks members for a second factor', async () => {
    server.answer('desk', refusal('factor-needed'));
    openLists();
    const link = await screen.findByRole('link', { name: 'Login & security' });
    expect(link.getAttribute('href')).toBe('/dashboard/settings/security');
  });

  it('says when a queue cannot be loaded', async () => {
    server.answer('deskDeals', lostConnection());
    openLists();
    await screen.findByText('The deals could not be loaded.', {}, { timeout: 5_000 });
  });
});

describe('a deal at the desk', () => {
  it('leads on to the next one of its queue by a press, also once it has left the queue', async () => {
    server.answer('deskDeals', { deals: [ROW, { ...OTHER, code: OWN_CODE, isOwn: true }, OTHER] });
    server.answer('deskDeal', ({ params }) => deskDeal({ code: params.code ?? '', deskSteps: ['receive'] }));
    const { user } = openDeal(CODE, '?queue=to-verify');
    const next = await screen.findByRole('link', { name: 'Next: size 11, Court High' });
    expect(next.getAttribute('href')).toBe(`/desk/deals/${OTHER.code}?queue=to-verify`);
    expect(screen.getByRole('link', { name: 'To verify' }).getAttribute('href')).toBe(
      '/desk?queue=to-verify',
    );
    await screen.findByRole('heading', { name: 'Here, to be verified' });
    await pass(SETTLED_MS);
    server.answer('takeDeskStep', deskDeal({ state: 'verified', version: 5, deskSteps: [] }));
    server.answer('deskDeal', ({ params }) =>
      deskDeal({ code: params.code ?? '', state: 'verified', version: 5, deskSteps: [] }),
    );
    server.answer('deskDeals', { deals: [{ ...OTHER, code: OWN_CODE, isOwn: true }, OTHER] });
    await user.click(button('Receive the pair'));
    await screen.findByRole('heading', { name: 'Verified, to be sent' });
    server.answer('deskDeals', { deals: [OTHER] });
    await user.keyboard('j');
    await screen.findByText(OTHER.code);
    await screen.findByText('Nothing else is waiting in To verify.');
  });

  it('of the member is for another one', async () => {
    server.answer('deskDeal', deskDeal({ isOwn: true, deskSteps: [] }));
    openDeal();
    await screen.findByText('You are the buyer or the seller of this deal. Another member decides about it.');
  });

  it('says why a step was refused', async () => {
    server.answer('deskDeal', deskDeal({ state: 'shipped', deskSteps: ['receive'] }));
    server.answer('takeDeskStep', refusal('step-refused'));
    const { user } = openDeal();
    await screen.findByRole('heading', { name: 'On its way to us' });
    await pass(SETTLED_MS);
    await user.click(button('Receive the pair'));
    await screen.findByText('This step is not possible now.');
  });

  it('says when no deal has the code', async () => {
    openDeal('7-0V9K-2M3B-1RFH-TQ8Z-0');
    await screen.findByRole('heading', { name: 'No deal has this code' });
    server.answer('deskDeal', refusal('unknown-code'));
  });
});
