import { BLANK_ORDER_ROW, type UserData } from '@perkex/contract/user-data.js';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PairForm } from '../src/collection/pair-form.js';
import { BuyingPage } from '../src/dashboard/buying-page.js';
import { CardHeart } from '../src/hearts/card-heart.js';
import { AuthPage } from '../src/identity/pages/auth-page.js';
import { MethodSection } from '../src/settings/method-section.js';
import { ShippingPage } from '../src/settings/shipping-page.js';
import { BuyPage } from '../src/trade/trade-page.js';
import { useUserData } from '../src/user/user.js';
import { productDetail, userData } from './support/data.js';
import { deal } from './support/deals.js';
import { openDealPage } from './support/open-deal.js';
import { button, openPage, pass, startServer } from './support/open-page.js';
import { expectToast } from './support/shown.js';

const SLOW_MS = 8_000;
/** The timeout of a call. */
const TIMEOUT_MS = 20_000;
/** Long enough for a button that replaces another one. */
const SETTLED_MS = 1_500;

type Server = ReturnType<typeof startServer>;
type Page = ReturnType<typeof openPage>;

const BID = {
  ...BLANK_ORDER_ROW,
  id: 'b1',
  productId: 7,
  name: 'Air Runner Low',
  thumbnail: '/drawings/7.svg',
  price: 100,
  size: '9',
};
const DEAL = deal({ party: 'seller', state: 'paid', version: 2, steps: ['extend'] });

const isBusy = (name: string) => button(name).getAttribute('aria-disabled') === 'true';

/** Changes the user's bids. */
const answerBids = (server: Server, bids: UserData['bids']) =>
  server.answer('userData', userData({ bids: [BLANK_ORDER_ROW, ...bids] }));

function Payout() {
  const { data } = useUserData();
  return data ? <MethodSection kind="payout" chosen={data.payout.type} /> : null;
}

interface SlowAnswer {
  readonly what: string;
  readonly call: Parameters<Server['requestsOf']>[0];
  /** Holds the answer of the call. */
  readonly hold: (server: Server) => { readonly release: () => void };
  readonly open: (server: Server) => Promise<Page>;
  readonly press: (page: Page) => Promise<unknown>;
  /** The state that answers the press. */
  readonly isPending: () => boolean;
  /** False if pressing the same control again is another choice, or if it is gone. */
  readonly canPressAgain: boolean;
  /** Changes what the other calls return, as the handled call does. */
  readonly handled?: (server: Server) => void;
  readonly outcome: () => Promise<unknown>;
}

const SLOW_ANSWERS: readonly SlowAnswer[] = [
  {
    what: 'a bid',
    call: 'bid',
    hold: (server) => server.answerLater('bid', 'Your bid of 210$ is placed.'),
    async open(server) {
      answerBids(server, []);
      server.answer('productHistory', []);
      server.answer('product', [productDetail()]);
      server.answer('emailProof', { email: 'ada@example.com', isProved: true });
      server.answer('prices', [0, 0]);
      const page = openPage(BuyPage, {
        at: '/buy/7?size=9',
        path: '/buy/:id',
        others: { '/dashboard/buying': BuyingPage },
        userId: 'ada',
      });
      await screen.findByText('Long Street');
      const price = screen.getByRole('textbox', { name: 'Enter Bid' });
      await page.user.clear(price);
      await page.user.type(price, '210{Enter}');
      await screen.findByRole('heading', { name: 'Review Bid' });
      await pass(SETTLED_MS);
      return page;
    },
    press: ({ user }) => user.dblClick(button('PLACE BID')),
    isPending: () => screen.queryByText('Placing your order …') !== null,
    canPressAgain: false,
    handled: (server) =>
      answerBids(server, [{ ...BID, id: String(server.requestsOf('bid')[0]?.body.id), price: 210 }]),
    async outcome() {
      await expectToast('Your bid of 210$ is placed.');
      await screen.findByRole('heading', { name: 'Your bid is placed' });
      await screen.findAllByText('210$');
    },
  },
  {
    what: 'the removal of an order',
    call: 'deleteBid',
    hold: (server) => server.answerLater('deleteBid', 'Your bid is removed.'),
    async open(server) {
      answerBids(server, [BID]);
      server.answer('emailProof', { email: 'ada@example.com', isProved: true });
      server.answer('prices', [0, 0]);
      const page = openPage(BuyingPage, { userId: 'ada' });
      await screen.findByRole('table', { name: 'Current Bids' });
      await pass(SETTLED_MS);
      return page;
    },
    press: ({ user }) => user.dblClick(button(/^Remove bid/)),
    isPending: () => button(/^Remove bid/).getAttribute('aria-disabled') === 'true',
    canPressAgain: true,
    handled: (server) => answerBids(server, []),
    async outcome() {
      await expectToast('Your bid is removed.');
      await waitFor(() => expect(screen.queryByRole('table', { name: 'Current Bids' })).toBeNull());
    },
  },
  {
    what: 'a step of a deal',
    call: 'takeDealStep',
    hold: (server) => server.answerLater('takeDealStep', { ...DEAL, version: 3, steps: [] }),
    async open() {
      const page = openDealPage(DEAL);
      await screen.findByRole('button', { name: 'Take one more day' });
      await pass(SETTLED_MS);
      return page;
    },
    press: ({ user }) => user.dblClick(button('Take one more day')),
    isPending: () => isBusy('Take one more day'),
    canPressAgain: true,
    handled: (server) => server.answer('deal', { ...DEAL, version: 3, steps: [] }),
    outcome: () =>
      waitFor(() => expect(screen.queryByRole('button', { name: 'Take one more day' })).toBeNull()),
  },
  {
    what: 'the heart of a card',
    call: 'watch',
    hold: (server) => server.answerLater('watch', { alert: null, isMet: false }),
    async open(server) {
      server.answer('hearts', { watches: [] });
      const page = openPage(() => <CardHeart product={{ id: 7, name: BID.name }} />, { userId: 'ada' });
      await waitFor(() => expect(server.requestsOf('hearts')).toHaveLength(1));
      return page;
    },
    press: ({ user }) => user.click(button(`Watch ${BID.name}`)),
    isPending: () => button(`Watch ${BID.name}`).getAttribute('aria-pressed') === 'true',
    canPressAgain: false,
    handled: (server) => server.answer('hearts', { watches: [{ id: 7, size: null, alert: null }] }),
    async outcome() {
      await pass(1_000);
      expect(button(`Watch ${BID.name}`).getAttribute('aria-pressed')).toBe('true');
    },
  },
  {
    what: 'a payout method',
    call: 'payout',
    hold: (server) => server.answerLater('payout', 'Your payout is saved.'),
    async open(server) {
      server.answer('userData', userData());
      const page = openPage(Payout, { userId: 'ada' });
      await page.user.click(await screen.findByRole('button', { name: 'Edit payout details' }));
      return page;
    },
    press: ({ user }) => user.click(button('Credit card')),
    isPending: () =>
      screen.queryByRole('button', { name: 'BACK' }) === null &&
      screen.queryByRole('img', { name: 'Credit card' }) !== null,
    canPressAgain: false,
    handled: (server) => server.answer('userData', userData({ payout: { type: 'CC' } })),
    async outcome() {
      await expectToast('Your payout is saved.');
      screen.getByRole('img', { name: 'Credit card' });
    },
  },
  {
    what: 'the shipping',
    call: 'shipping',
    hold: (server) => server.answerLater('shipping', 'Your shipping is saved.'),
    async open(server) {
      server.answer('userData', userData());
      const page = openPage(ShippingPage, { at: '/shipping', userId: 'ada' });
      const city = await screen.findByRole('textbox', { name: 'City' });
      // happy-dom does not show the value that the form begins with.
      await page.user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Germany');
      await page.user.type(city, ' East');
      return page;
    },
    press: ({ user }) => user.dblClick(button('SUBMIT')),
    isPending: () => isBusy('SUBMIT'),
    canPressAgain: true,
    outcome: () => expectToast('Your shipping is saved.'),
  },
  {
    what: 'a pair',
    call: 'addPair',
    hold: (server) => server.answerLater('addPair', 'The pair is in your collection.'),
    async open(server) {
      const total = { unpriced: 0, price: 0, worth: 0, gain: 0, gainPercent: null };
      server.answer('product', [productDetail()]);
      server.answer('collection', { pairs: [], total });
      const product = { id: 7, name: BID.name, thumbnail: BID.thumbnail };
      const Form = () => <PairForm userId="ada" product={product} onBack={() => {}} onAdded={() => {}} />;
      const page = openPage(Form, { userId: 'ada' });
      await screen.findByRole('option', { name: '9' });
      await page.user.selectOptions(screen.getByLabelText('Size'), '9');
      await page.user.type(screen.getByLabelText('Bought for, in whole dollars'), '120');
      return page;
    },
    press: ({ user }) => user.dblClick(button('Add the pair')),
    isPending: () => isBusy('Add the pair'),
    canPressAgain: true,
    outcome: () => expectToast('The pair is in your collection.'),
  },
  {
    what: 'the login',
    call: 'signIn',
    hold: (server) => {
      const dates = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
      const user = {
        id: 'ada',
        name: '',
        email: 'ada@example.com',
        emailVerified: true,
        image: null,
        ...dates,
      };
      return server.answerLater('signIn', { redirect: false, token: 'token', user });
    },
    async open() {
      const page = openPage(() => <AuthPage kind="login" />, { at: '/login' });
      await page.user.type(screen.getByLabelText('E-MAIL'), 'ada@example.com');
      await page.user.type(screen.getByLabelText('PASSWORD'), 'correct horse');
      await page.user.click(screen.getByRole('checkbox', { name: 'Remember Me' }));
      return page;
    },
    press: ({ user }) => user.dblClick(button('LOG IN')),
    isPending: () => isBusy('LOG IN'),
    canPressAgain: true,
    outcome: () => expectToast('Successfully logged in!'),
  },
];

describe('an answer that takes 8 s', () => {
  it.each(SLOW_ANSWERS)(
    'counts for $what, which is sent once and shown as pending until then',
    async (slow) => {
      const server = startServer();
      const answer = slow.hold(server);
      const page = await slow.open(server);
      expect(slow.isPending()).toBe(false);
      await slow.press(page);
      expect(slow.isPending()).toBe(true);
      if (slow.canPressAgain) {
        await pass(SETTLED_MS);
        await slow.press(page);
      }
      await pass(SLOW_MS);
      expect(slow.isPending()).toBe(true);
      expect(screen.queryByRole('alert')).toBeNull();
      slow.handled?.(server);
      answer.release();
      await slow.outcome();
      expect(server.requestsOf(slow.call)).toHaveLength(1);
    },
  );
});

describe('an order without any answer', () => {
  it('is sent again under its id once the timeout of its call has passed', async () => {
    const server = startServer();
    const [{ open, press, isPending }] = SLOW_ANSWERS as [SlowAnswer];
    server.answerLater('bid', 'Your bid of 210$ is placed.');
    const page = await open(server);
    await press(page);
    await pass(TIMEOUT_MS - 1);
    expect(server.requestsOf('bid')).toHaveLength(1);
    server.answer('bid', 'Your bid of 210$ is placed.');
    await pass(SETTLED_MS);
    await expectToast('Your bid of 210$ is placed.');
    expect(isPending()).toBe(false);
    const ids = server.requestsOf('bid').map(({ body }) => body.id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });
});
