import type { OwnDeal } from '@perkex/contract/deals.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stepWords } from '../src/deals/step-words.js';
import { productDetail } from './support/data.js';
import { deal, DEAL_ID as ID, TRADE } from './support/deals.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { openDealPage } from './support/open-deal.js';
import { button, pass, SETTLED_MS, server, startServer } from './support/open-page.js';

/** The page reads the lowest ask again. */
const ASK_READ_MS = 6_000;
const OTHER_ID = '019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f13';

/** The price was 200 dollars, and PerkeX has cancelled the deal. */
const FAILED = { state: 'cancelled', cancellation: 'not-shipped', version: 3, total: 216 } as const;
const HELD: OwnDeal['money'] = [
  { kind: 'paid', amount: 216 },
  { kind: 'refund-owed', amount: 216 },
];
const TO_CHOOSE = deal({
  ...FAILED,
  steps: ['choose-refund', 'choose-wait', 'choose-lowest-ask'],
  money: HELD,
});

beforeEach(() => {
  startServer();
  server.answer('dealReport', { report: null });
  server.answer('product', [withAsks()]);
});

/** The product with asks at these prices in the size of the deal, and a lower one in another size. */
function withAsks(...prices: readonly number[]): ProductDetail {
  return productDetail({
    asks: [{ id: ID, size: '10', price: 1 }, ...prices.map((price) => ({ id: ID, size: '9', price }))],
  });
}

async function openDeal(shown: OwnDeal) {
  const page = openDealPage(shown);
  await screen.findByRole('heading', { level: 2, name: 'Cancelled' });
  await pass(SETTLED_MS);
  return page;
}

function answerStep(after: OwnDeal): void {
  server.answer('takeDealStep', after);
  server.answer('deal', after);
}

const steps = () => server.requestsOf('takeDealStep').map(({ body }) => body.step);
const text = () => document.body.textContent ?? '';
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('a buyer whose deal has failed', () => {
  it('may take the money back', async () => {
    const { user } = await openDeal(TO_CHOOSE);
    screen.getByText('The seller did not ship in time. We hold your money. Choose what happens with it.');
    screen.getByText('Otherwise we refund you then.');
    const money = [
      { kind: 'paid', amount: 216 },
      { kind: 'refunded', amount: 216 },
    ] as const;
    answerStep(deal({ ...FAILED, version: 5, dueAt: null, money: [...money] }));
    await user.click(button('Get my money back'));
    const dialog = await dialogNamed('Get your money back?');
    dialog.getByText('216.00$ goes back to you.');
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Get my money back' }));
    await screen.findByText('The seller did not ship in time. You have your money back.');
    expect(text()).toContain('Refunded216.00$');
  });

  it('may wait with a bid, and then still take the money back', async () => {
    const { user } = await openDeal(TO_CHOOSE);
    answerStep(deal({ ...FAILED, version: 4, steps: ['choose-refund'], money: HELD }));
    await user.click(button('Wait with a bid'));
    const dialog = await dialogNamed('Wait with a bid?');
    dialog.getByText(/^We place a bid of 200\.00\$ for you, and hold your 216\.00\$ until it trades\./);
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Wait with a bid' }));
    await screen.findByText(
      /Your bid is waiting for another pair\. You can have your money back at any time\.$/,
    );
    expect(steps()).toEqual([{ type: 'choose-wait' }]);
    // A bid has no deadline.
    expect(screen.queryByText('Otherwise we refund you then.')).toBeNull();
    screen.getByText('Your bid is cancelled, and 216.00$ goes back to you.');
  });

  it.each([
    [150, 'at 150.00$, 164.50$ with fees and shipping. You get 51.50$ back.'],
    [200, 'at 200.00$, 216.00$ with fees and shipping. You pay nothing more.'],
    [250, 'at 250.00$, 267.50$ with fees and shipping. You pay 51.50$ more.'],
  ])('sees what the lowest ask costs: %d', async (price, words) => {
    server.answer('product', [withAsks(300, price)]);
    await openDeal(TO_CHOOSE);
    await screen.findByText(`Buys another pair ${words}`);
  });

  it('carries on the money of one payment only, and gets the rest back', async () => {
    server.answer('product', [withAsks(200)]);
    const money: OwnDeal['money'] = [
      { kind: 'paid', amount: 16 },
      { kind: 'carried', amount: 200 },
      { kind: 'refund-owed', amount: 216 },
    ];
    await openDeal({ ...TO_CHOOSE, money });
    await screen.findByText(/You pay 16\.00\$ more\. You get 16\.00\$ back\.$/);
  });

  it('buys at the price that the dialog shows, and agrees again when it has changed', async () => {
    server.answer('product', [withAsks(210)]);
    const { user } = await openDeal(TO_CHOOSE);
    await user.click(button('Take the lowest ask'));
    const dialog = await dialogNamed('Take the lowest ask?');
    await dialog.findByRole('button', { name: 'Buy at 210.00$' });
    server.answer('product', [withAsks(220)]);
    await pass(ASK_READ_MS);
    const buy = await dialog.findByRole('button', { name: 'Buy at 220.00$' });
    await pass(SETTLED_MS);
    answerStep(
      deal({
        ...FAILED,
        version: 4,
        money: HELD,
        timeline: [TRADE, { ...TRADE, version: 4, event: 'choose-lowest-ask', state: 'cancelled' }],
      }),
    );
    await user.click(buy);
    await screen.findByText(/We are buying the lowest ask for you\.$/);
    expect(steps()).toEqual([{ type: 'choose-lowest-ask', price: 220 }]);
  });

  it('cannot buy when no pair in the size is for sale', async () => {
    const { user } = await openDeal(TO_CHOOSE);
    await screen.findByText('No pair in this size is for sale at the moment.');
    await user.click(button('Take the lowest ask'));
    const dialog = await dialogNamed('Take the lowest ask?');
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel']);
  });

  it('learns that the lowest ask could not be loaded', async () => {
    server.answer('product', lostConnection());
    await openDeal(TO_CHOOSE);
    await pass(60_000);
    await screen.findByText('The lowest ask could not be loaded. We keep trying.');
  });

  it('learns why a choice was refused', async () => {
    const { user } = await openDeal(TO_CHOOSE);
    server.answer('takeDealStep', refusal('step-refused'));
    await user.click(button('Wait with a bid'));
    await pass(SETTLED_MS);
    await user.click(
      (await dialogNamed('Wait with a bid?')).getByRole('button', { name: 'Wait with a bid' }),
    );
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    // The reason is no other step's.
    await user.click(button('Get my money back'));
    await dialogNamed('Get your money back?');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the pair that replaces another', () => {
  it('collects only the rest of its total', () => {
    const shown = deal({ total: 216, money: [{ kind: 'carried', amount: 164.5 }] });
    expect(stepWords('pay', shown, String).consequence).toBe('We collect 51.50$ from your card.');
  });

  it('is linked from the deal that failed, whose money it has', async () => {
    const money: OwnDeal['money'] = [
      { kind: 'paid', amount: 216 },
      { kind: 'carried-over', amount: 164.5 },
      { kind: 'refund-on-its-way', amount: 51.5 },
    ];
    await openDeal(deal({ ...FAILED, dueAt: null, money, replacedBy: OTHER_ID }));
    screen.getByText('The seller did not ship in time. You have another pair instead.');
    expect(text()).toContain('Your money has gone to your new order.');
    expect(text()).toContain('Used for your new order164.50$');
    const link = screen.getByRole('link', { name: 'your new order' });
    expect(link.getAttribute('href')).toBe(`/dashboard/orders/${OTHER_ID}`);
  });

  it.each([
    ['paid', []],
    ['partly paid', [{ kind: 'collecting', amount: 51.5 }]],
  ] as const)('says that it was %s with the money of the former', async (part, more) => {
    const money: OwnDeal['money'] = [{ kind: 'carried', amount: 216 }, ...more];
    await openDeal(deal({ state: 'cancelled', dueAt: null, money, replaces: OTHER_ID }));
    expect(text()).toContain(`This order was ${part} with the money of your earlier order.`);
    expect(text()).toContain('Paid with your earlier order216.00$');
    screen.getByRole('link', { name: 'your earlier order' });
  });
});

describe('a step that is refused', () => {
  function refuseOnce(after: OwnDeal): void {
    server.answer('takeDealStep', () => {
      answerStep(after);
      throw refusal('step-refused');
    });
    server.answer('deal', after);
  }

  const requests = () => server.requestsOf('takeDealStep').map(({ body }) => body);

  it('because of an event that its user need not see is sent again for the new version', async () => {
    const { user } = await openDeal(TO_CHOOSE);
    await user.click(button('Get my money back'));
    await pass(SETTLED_MS);
    refuseOnce({ ...TO_CHOOSE, version: 4 });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Get my money back' }));
    await waitFor(() => expect(requests()).toMatchObject([{ version: 3 }, { version: 4 }]));
    expect(new Set(requests().map(({ id }) => id)).size).toBe(2);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('because of another event keeps the reason that its user has written, and is sent when they press again', async () => {
    const penalty = { state: 'pending', amount: 30 } as const;
    const shown = deal({ ...FAILED, party: 'seller', steps: ['appeal'], penalty });
    const { user } = await openDeal(shown);
    await user.click(button('Appeal the penalty'));
    await user.type(screen.getByLabelText('Why?'), 'The carrier was on strike.');
    refuseOnce({
      ...shown,
      version: 4,
      timeline: [...shown.timeline, { ...TRADE, version: 4, event: 'receive' }],
    });
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Appeal the penalty' }));
    await dialog.findByRole('alert');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Why?').value).toBe('The carrier was on strike.');
    await user.click(dialog.getByRole('button', { name: 'Appeal the penalty' }));
    await waitFor(() => expect(requests()).toMatchObject([{ version: 3 }, { version: 4 }]));
  });
});
