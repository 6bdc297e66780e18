import { BLANK_ORDER_ROW } from '@perkex/contract/user-data.js';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CardHeart } from '../src/hearts/card-heart.js';
import { WatchPlace } from '../src/hearts/watch-place.js';
import { keepPendingOrder, readPendingOrders } from '../src/orders/pending-orders.js';
import { SellPage } from '../src/trade/trade-page.js';
import { productDetail, userData } from './support/data.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, openPage, pass, startServer } from './support/open-page.js';

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
});
