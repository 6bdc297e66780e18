import type { OwnDeal } from '@perkex/contract/deals.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ReceiptPage } from '../src/deals/receipt-page.js';
import { SlipPage } from '../src/deals/slip-page.js';
import { momentText } from '../src/ui/moment.js';
import { deal, DEAL_ID as ID, markDealsStarted, TRADE } from './support/deals.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { openDealPage } from './support/open-deal.js';
import { button, expectPage, openPage, server, startServer } from './support/open-page.js';

const PAPERS = { slip: SlipPage, receipt: ReceiptPage };
const PAID = { ...TRADE, version: 2, event: 'payment-held', by: 'provider', state: 'paid' } as const;
const CODE = dealCode({ productId: 7, id: ID });

/** A deal that its seller is to ship. */
const TO_SHIP = deal({
  party: 'seller',
  state: 'paid',
  total: 165.25,
  styleCode: 'DZ5485-612',
  shipTo: ['PerkeX Intake', '12 Example Street'],
  timeline: [TRADE, PAID],
});
/** The same for its buyer. */
const OF_BUYER = deal({ state: 'paid', money: [{ kind: 'paid', amount: 216.5 }], timeline: [TRADE, PAID] });
/** A deal whose buyer is to return the pair. */
const TO_RETURN = deal({
  ...{ state: 'delivered', steps: ['confirm'], shipTo: TO_SHIP.shipTo },
  timeline: [TRADE, PAID, { ...PAID, version: 3, event: 'request-return', state: 'delivered' }],
});

beforeEach(() => {
  startServer();
  server.answer('dealReport', { report: null });
  server.answer('claimPhotos', { photos: [], canAdd: false });
});

function open(paper: keyof typeof PAPERS) {
  const path = `/dashboard/orders/:deal/${paper}`;
  return openPage(PAPERS[paper], { at: `/dashboard/orders/${ID}/${paper}`, path, userId: 'ada' });
}

async function openPaper(paper: keyof typeof PAPERS, shown: OwnDeal) {
  markDealsStarted();
  server.answer('deal', () => shown);
  const page = open(paper);
  await screen.findByRole('link', { name: /^Your (purchase|sale)$/ });
  return page;
}

const text = () => document.body.textContent ?? '';
const paper = (name: string) => screen.queryByRole('article', { name });

describe('the packing slip', () => {
  it('has the code of the deal, the pair, what belongs in the box, and where to ship it', async () => {
    await openPaper('slip', TO_SHIP);
    const slip = within(screen.getByRole('article', { name: 'Packing slip' }));
    slip.getByText(CODE);
    slip.getByRole('img', { name: 'The code as a bar code' });
    slip.getByRole('img', { name: 'The code as a QR code' });
    slip.getByText('Air Runner Low');
    slip.getByText('Style code DZ5485-612 · Size US 9');
    expect(within(slip.getByRole('list')).getAllByRole('listitem')).toHaveLength(4);
    slip.getByText('12 Example Street');
  });

  it('is for a buyer who returns the pair, too', async () => {
    await openPaper('slip', TO_RETURN);
    const slip = within(screen.getByRole('article', { name: 'Packing slip' }));
    slip.getByText(CODE);
    slip.getByText('Both shoes');
    slip.getByText('12 Example Street');
  });

  it('says what its seller has to do on a market without an address', async () => {
    await openPaper('slip', { ...TO_SHIP, shipTo: null });
    screen.getByText(/has not set its address/);
  });

  it('is printed by its button', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = await openPaper('slip', TO_SHIP);
    await user.click(button('Print'));
    expect(print).toHaveBeenCalledOnce();
  });

  it.each([
    ['its buyer', OF_BUYER],
    ['a seller who has not been paid', { ...TO_SHIP, state: 'unpaid', shipTo: null }],
    ['a seller who has shipped', { ...TO_SHIP, state: 'shipped', shipTo: null }],
    ['a buyer whose return has ended', deal({ ...TO_RETURN, steps: [], shipTo: null })],
  ] as const)('does not exist for %s', async (_who, shown) => {
    await openPaper('slip', shown);
    screen.getByText('A packing slip is for a pair that you are to send to PerkeX.');
    expect(paper('Packing slip')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });
});

describe('the receipt', () => {
  it('shows each party their own money', async () => {
    await openPaper('receipt', OF_BUYER);
    expect(text()).toContain(`Order${CODE}Bought${momentText('local', TRADE.date)}StatePaid`);
    expect(text()).toContain('You pay216.50$');
    expect(text()).toContain('Paid216.50$');
    cleanup();
    await openPaper('receipt', TO_SHIP);
    expect(text()).toContain(`Order${CODE}Sold${momentText('local', TRADE.date)}StateReady to ship`);
    expect(text()).toContain('You get165.25$');
    expect(text()).toContain('Paid out so far0.00$');
  });

  it.each([
    ['before the payment', deal({ money: [{ kind: 'collecting', amount: 216.5 }] })],
    ['that was never paid', deal({ state: 'cancelled', timeline: [TRADE, { ...PAID, state: 'cancelled' }] })],
  ])('does not exist for an order %s', async (_which, shown) => {
    await openPaper('receipt', shown);
    screen.getByText('Nothing has been paid for this order, so it has no receipt.');
    expect(paper('Receipt')).toBeNull();
  });

  it('exists for a cancelled order whose money came late and goes back', async () => {
    await openPaper(
      'receipt',
      deal({ state: 'cancelled', money: [{ kind: 'refund-on-its-way', amount: 216.5 }] }),
    );
    expect(text()).toContain('Refund on its way216.50$');
  });
});

describe('the page of a deal', () => {
  const linksOf = async (shown: OwnDeal) => {
    openDealPage(shown);
    await screen.findByRole('heading', { name: 'Your money' });
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
    cleanup();
    return links.filter((link) => link.includes(ID));
  };

  it('leads to the papers that exist', async () => {
    const [slip, receipt] = ['slip', 'receipt'].map((name) => `/dashboard/orders/${ID}/${name}`);
    expect(await linksOf(TO_SHIP)).toEqual([slip, receipt]);
    expect(await linksOf(TO_RETURN)).toEqual([slip, receipt]);
    expect(await linksOf(OF_BUYER)).toEqual([receipt]);
    expect(await linksOf(deal())).toEqual([]);
  });
});

it('the page of a deal says where its buyer returns the pair', async () => {
  openDealPage(TO_RETURN);
  within(await screen.findByRole('region', { name: 'Ship to' })).getByText('12 Example Street');
  screen.getByText('Completes the purchase, without a refund.');
  button('Keep the pair');
});

describe.each(['slip', 'receipt'] as const)('the %s', (name) => {
  it('of another user looks like one that does not exist', async () => {
    markDealsStarted();
    server.answer('deal', refusal('unknown-deal'));
    open(name);
    await screen.findByRole('heading', { name: 'You have no such order' });
  });

  it('reports a failure, and appears once the deal can be read', async () => {
    markDealsStarted();
    server.answer('deal', lostConnection());
    const { user } = open(name);
    await screen.findByText('Your order could not be loaded.');
    server.answer('deal', TO_SHIP);
    await user.click(button('Try again'));
    await screen.findByRole('article');
  });

  it('is unknown on a market whose deals have not started', async () => {
    open(name);
    await expectPage('/');
    expect(server.requestsOf('deal')).toEqual([]);
  });
});
