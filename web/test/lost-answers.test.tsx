import { BLANK_ORDER_ROW } from '@perkex/contract/user-data.js';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type CollectionPair, collectionQuery } from '../src/api/collection.js';
import { CollectionPairs } from '../src/collection/collection-pairs.js';
import { PairForm } from '../src/collection/pair-form.js';
import { BuyingPage } from '../src/dashboard/buying-page.js';
import { CardHeart } from '../src/hearts/card-heart.js';
import { WatchPlace } from '../src/hearts/watch-place.js';
import { forgetPendingOrder, keepPendingOrder, readPendingOrders } from '../src/orders/pending-orders.js';
import { browserHistory } from '../src/routing/history.js';
import { SellPage } from '../src/trade/trade-page.js';
import { productDetail, userData } from './support/data.js';
import { markDealsStarted } from './support/deals.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, startServer } from './support/open-page.js';
import { expectToast } from './support/shown.js';

/** Longer than all pauses of a change that is sent again. */
const ALL_RETRIES_MS = 10_000;
/** Long enough for a button that replaces another one. */
const SETTLED_MS = 1_500;
const MAY_BE_SAVED = 'The connection to PerkeX is lost, and we do not know whether this was saved.';

const RUNNER = { id: 7, name: 'Air Runner Low' };

describe('an ask that was given up before its answer', () => {
  const ASK = {
    flow: 'sell',
    productId: 7,
    name: RUNNER.name,
    size: '9',
    mode: 'place',
    priceCents: 250_00,
    uid: 'ada',
    id: '11111111-2222-4333-8444-555555555555',
    isChecked: true,
  } as const;

  /** The panel with an ask of 250$ that was given up, as after a login. */
  async function continuesAsk(isPlaced: boolean) {
    keepPendingOrder({ ...ASK, confirmedAtMs: Date.now(), isGivenUp: true });
    const server = startServer();
    server.answer('productHistory', []);
    server.answer('product', [productDetail()]);
    server.answer('emailProof', { email: 'ada@example.com', isProved: true });
    const placed = { ...BLANK_ORDER_ROW, id: ASK.id, productId: 7, name: RUNNER.name, price: 250, size: '9' };
    const asks = isPlaced ? [BLANK_ORDER_ROW, { ...placed, brand: null, thumbnail: '' }] : [BLANK_ORDER_ROW];
    server.answer('userData', userData({ asks }));
    server.answer('ask', ({ body }) => {
      if (body.late && !isPlaced) {
        throw refusal('too-late');
      }
      return body.id === ASK.id && isPlaced ? 'Your ask of 250$ was placed.' : 'Your ask is placed.';
    });
    const state = { bid: true, mode: 'place', priceCents: 250_00 };
    const page = openPage(SellPage, { at: '/sell/7?size=9', path: '/sell/:id', userId: 'ada', state });
    const price = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Enter Ask' });
    await screen.findByText('Payout Method: Active');
    const reviews = async (dollars: string) => {
      await page.user.clear(price);
      await page.user.type(price, dollars);
      await page.user.click(button('Review Ask'));
    };
    const sent = () => server.requestsOf('ask').map(({ body }) => body);
    return { ...page, server, price, reviews, sent };
  }

  const toast = async () => (await screen.findByRole('alert')).textContent;

  async function confirms({ user }: Awaited<ReturnType<typeof continuesAsk>>): Promise<void> {
    await screen.findByRole('heading', { name: 'Review Ask' });
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) {
      if (!box.checked) {
        await user.click(box);
      }
    }
    await pass(SETTLED_MS);
    await user.click(button('CONFIRM ASK'));
  }

  it('is placed under its own id when it is continued and had not arrived', async () => {
    const opened = await continuesAsk(false);
    expect(opened.price.value).toBe('250');
    await opened.user.click(button('Review Ask'));
    await confirms(opened);
    expect(await toast()).toContain('Your ask is placed.');
    expect(opened.sent()).toEqual([expect.objectContaining({ id: ASK.id, price: 250 })]);
    expect(readPendingOrders('ada')).toEqual([]);
  });

  it('counts once when it is continued and had arrived', async () => {
    const { user, sent } = await continuesAsk(true);
    await user.click(button('Review Ask'));
    await screen.findByText('This order has already been placed: you will find it on your dashboard.');
    expect(button('CONFIRM ASK').disabled).toBe(true);
    expect(sent()).toEqual([]);
  });

  it('is reported as placed before another price may be reviewed', async () => {
    const opened = await continuesAsk(true);
    await opened.reviews('255');
    expect(await toast()).toContain('Your ask of 250$ was placed.');
    expect(screen.queryByRole('heading', { name: 'Review Ask' })).toBeNull();
    expect(opened.sent()).toEqual([expect.objectContaining({ id: ASK.id, price: 250, late: true })]);
    await opened.user.click(button('Review Ask'));
    await confirms(opened);
    await waitFor(() => expect(opened.sent()).toHaveLength(2));
    expect(opened.sent()[1]).toMatchObject({ price: 255, id: expect.not.stringContaining(ASK.id) });
  });

  it('is reported as placed before it may be reviewed with another choice for an unpaid deal', async () => {
    markDealsStarted();
    const { user, sent } = await continuesAsk(true);
    await user.click(screen.getByRole('checkbox', { name: 'List it again if the buyer does not pay' }));
    await user.click(button('Review Ask'));
    expect(await toast()).toContain('Your ask of 250$ was placed.');
    expect(screen.queryByRole('heading', { name: 'Review Ask' })).toBeNull();
    expect(sent()).toEqual([expect.objectContaining({ id: ASK.id, late: true })]);
  });

  it('can be replaced by another price when it is known not to be placed', async () => {
    const opened = await continuesAsk(false);
    await opened.reviews('255');
    await confirms(opened);
    expect(await toast()).toContain('Your ask is placed.');
    expect(opened.sent()).toEqual([
      expect.objectContaining({ id: ASK.id, price: 250, late: true }),
      expect.objectContaining({ price: 255, id: expect.not.stringContaining(ASK.id) }),
    ]);
  });

  it('is settled before a refused one is tried again', async () => {
    const opened = await continuesAsk(true);
    forgetPendingOrder(ASK);
    opened.server.answer('ask', ({ body }) => {
      if (body.id === ASK.id) {
        return 'Your ask of 250$ was placed.';
      }
      throw refusal('own-order');
    });
    await opened.reviews('255');
    await confirms(opened);
    expect(await toast()).toContain('This would trade with your own order.');
    // In another tab.
    keepPendingOrder({ ...ASK, confirmedAtMs: Date.now(), isGivenUp: true });
    await opened.user.click(button('Try again'));
    await screen.findByText('Your ask of 250$ was placed.');
    expect(readPendingOrders('ada')).toEqual([]);
    await expectPage('/dashboard/selling');
    // The closed warning stays until the end of an animation.
    const tryAgain = () => screen.getAllByRole('button', { name: 'Try again' });
    await waitFor(() => expect(tryAgain()).toHaveLength(2));
    await opened.user.click(tryAgain()[1] as HTMLElement);
    await screen.findByRole('heading', { name: 'Review Ask' });
  });
});

describe('a bid that was given up before its answer', () => {
  const LOST = {
    flow: 'buy',
    productId: 7,
    name: RUNNER.name,
    size: '9',
    mode: 'place',
    priceCents: 110_00,
    uid: 'ada',
    id: '11111111-2222-4333-8444-555555555555',
    isChecked: true,
  } as const;
  const OUTBID = '00000000-0000-4000-8000-000000000001';

  /** Buying, where a bid of 100$ is outbid. */
  async function opensBuying(lost: object = {}) {
    keepPendingOrder({ ...LOST, ...lost, confirmedAtMs: Date.now(), isGivenUp: true });
    const server = startServer();
    const row = {
      ...BLANK_ORDER_ROW,
      id: OUTBID,
      productId: 7,
      name: RUNNER.name,
      price: 100,
      size: '9',
      thumbnail: '/drawings/7.svg',
    };
    server.answer('userData', userData({ bids: [BLANK_ORDER_ROW, row] }));
    server.answer('prices', [130, 120]);
    const page = openPage(BuyingPage, { userId: 'ada' });
    const raise = await screen.findByRole('button', { name: /^Raise to 121\$/ });
    return { ...page, server, raise };
  }

  it('is reported as placed before the order that replaces another bid is reviewed', async () => {
    const { user, server, raise } = await opensBuying();
    server.answer('bid', 'Your bid of 110$ was placed.');
    await user.click(raise);
    await screen.findByText('Your bid of 110$ was placed.');
    expect(server.requestsOf('bid').map(({ body }) => body)).toEqual([
      expect.objectContaining({ id: LOST.id, late: true }),
    ]);
    expect(browserHistory.location.pathname).toBe('/');
  });

  it('does not keep that order from its review when it is known not to be placed', async () => {
    const { user, server, raise } = await opensBuying();
    server.answer('bid', refusal('too-late'));
    await user.click(raise);
    await expectPage('/buy/7?size=9');
    expect(readPendingOrders('ada')).toEqual([]);
  });

  it('keeps its id when that order is the same', async () => {
    const { user, raise } = await opensBuying({
      priceCents: 121_00,
      replaces: { id: OUTBID, priceCents: 100_00 },
    });
    await user.click(raise);
    await expectPage('/buy/7?size=9');
    expect(browserHistory.location.state).toMatchObject({ review: { id: LOST.id } });
  });
});

describe('data saved although no answer arrives', () => {
  const WATCH = { id: 7, size: null, alert: null };

  it('may be the end of a watch: its heart is empty', async () => {
    const server = startServer();
    let watches = [WATCH];
    server.answer('hearts', () => ({ watches }));
    server.answer('unwatch', () => {
      watches = [];
      throw lostConnection();
    });
    const { user } = openPage(() => <CardHeart product={RUNNER} />, { userId: 'ada' });
    const isFilled = () => button('Watch Air Runner Low').getAttribute('aria-pressed');
    await waitFor(() => expect(isFilled()).toBe('true'));
    await user.click(button('Watch Air Runner Low'));
    await pass(ALL_RETRIES_MS);
    expect((await screen.findByRole('alert')).textContent).toContain(MAY_BE_SAVED);
    expect(isFilled()).toBe('false');
  });

  it('may be an alert, which is shown', async () => {
    const server = startServer();
    let alert: number | null = null;
    const watched = { ...RUNNER, thumbnail: '', brand: null, lowestAsk: 240, lastSale: 0, change: null };
    server.answer('watches', () => ({
      products: [{ ...watched, highestBid: 200, releaseDate: null, size: '9', alert }],
    }));
    server.answer('watch', ({ body }) => {
      alert = body.alert as number;
      throw lostConnection();
    });
    const { user } = openPage(() => <WatchPlace product={RUNNER} size="9" />, { userId: 'ada' });
    await user.click(await screen.findByRole('button', { name: 'Watching size 9' }));
    const field = screen.getByRole<HTMLInputElement>('textbox', {
      name: 'Alert me when an ask is at or below',
    });
    await user.type(field, '200{Enter}');
    await pass(ALL_RETRIES_MS);
    await screen.findByText(MAY_BE_SAVED);
    expect(field.value).toBe('200');
  });

  it('may be a pair, which is sent again under its id, and its removal: the pair is gone', async () => {
    const server = startServer();
    let pairs: readonly CollectionPair[] = [];
    const total = { unpriced: 0, price: 0, worth: 0, gain: 0, gainPercent: null };
    server.answer('collection', () => ({ pairs: [...pairs], total }));
    server.answer('product', [productDetail()]);
    const unvalued = { worth: null, by: null, gain: null, gainPercent: null };
    server.answer('addPair', ({ body }) => {
      const entered = { id: String(body.id), productId: 7, size: '9', price: 120, date: '2026-01-15' };
      pairs = [
        { ...RUNNER, ...entered, brand: null, thumbnail: '/drawings/7.svg', isBought: false, ...unvalued },
      ];
      throw lostConnection();
    });
    const { user } = openPage(Collection, { userId: 'ada' });
    await screen.findByRole('option', { name: '9' });
    await user.selectOptions(screen.getByLabelText('Size'), '9');
    await user.type(screen.getByLabelText('Bought for, in whole dollars'), '120');
    await user.click(button('Add the pair'));
    await pass(ALL_RETRIES_MS);
    await screen.findByText(MAY_BE_SAVED);
    await screen.findByRole('row', { name: /Air Runner Low/ });
    server.answer('addPair', 'The pair is in your collection.');
    await user.click(button('Add the pair'));
    await expectToast('The pair is in your collection.');
    const ids = server.requestsOf('addPair').map(({ body }) => body.id);
    expect([ids.length > 1, new Set(ids).size]).toEqual([true, 1]);

    server.answer('removePair', () => {
      if (pairs.length === 0) {
        throw refusal('unknown-pair');
      }
      pairs = [];
      throw lostConnection();
    });
    await user.click(button('Remove Air Runner Low, size 9'));
    await pass(SETTLED_MS);
    await user.click(button("This isn't mine"));
    await pass(ALL_RETRIES_MS);
    await expectToast('Air Runner Low, size 9 is no longer in your collection.');
    expect(screen.queryByRole('row', { name: /Air Runner Low/ })).toBeNull();
    expect(screen.queryByText('You have no such pair.')).toBeNull();
    expect(server.requestsOf('removePair')).toHaveLength(2);
  });
});

/** The pairs of the collection, and the form for another one. */
function Collection() {
  const { data } = useQuery(collectionQuery('ada'));
  return (
    <>
      {data ? <CollectionPairs userId="ada" pairs={data.pairs} /> : null}
      <PairForm
        userId="ada"
        product={{ ...RUNNER, thumbnail: '/drawings/7.svg' }}
        onBack={() => {}}
        onAdded={() => {}}
      />
    </>
  );
}
