import type { OwnDeal, TimelineEntry } from '@perkex/contract/deals.js';
import type { DealReport } from '@perkex/contract/verification.js';
import { DEAL_STATES, type DealState } from '@perkex/core/deals/deal.js';
import { DEAL_EVENTS } from '@perkex/core/deals/deal-event.js';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { DealPage } from '../src/deals/deal-page.js';
import { eventWords } from '../src/deals/event-words.js';
import { stateWords } from '../src/deals/state-words.js';
import { momentIn, momentText } from '../src/ui/moment.js';
import { DUE_AT, deal, DEAL_ID as ID, markDealsStarted, TRADE } from './support/deals.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { openDealPage } from './support/open-deal.js';
import { button, expectPage, openPage, pass, SETTLED_MS, server, startServer } from './support/open-page.js';
import { expectFault } from './support/shown.js';

const TRACKING = '1Z999AA10123456784';

function happened(event: TimelineEntry['event'], state: DealState, more: Partial<TimelineEntry> = {}) {
  return { ...TRADE, version: 1, event, state, by: 'member' as const, ...more };
}

const PAID_TO_SELLER = deal({
  party: 'seller',
  state: 'paid',
  version: 2,
  total: 165,
  steps: ['ship', 'extend'],
});

beforeEach(() => {
  startServer();
  server.answer('dealReport', { report: null });
  server.answer('claimPhotos', { photos: [], canAdd: false });
});

/** @param hasDeals false for a market whose deals have not started */
function open(hasDeals = true) {
  if (hasDeals) {
    markDealsStarted();
  }
  const path = '/dashboard/orders/:deal';
  return openPage(DealPage, { at: `/dashboard/orders/${ID}`, path, userId: 'ada' });
}

async function openDeal(shown: OwnDeal) {
  const page = openDealPage(shown);
  await screen.findByRole('heading', { name: stateWords(shown).label });
  await pass(SETTLED_MS);
  return page;
}

const text = () => document.body.textContent ?? '';
const steps = () => server.requestsOf('takeDealStep').map(({ body }) => body);

describe('the page of a deal', () => {
  it('says what its buyer pays, what happens next, by when, and what if not', async () => {
    await openDeal(deal());
    screen.getByRole('heading', { name: 'Your purchase' });
    expect(text()).toContain('You pay216.50$');
    expect(text()).toContain('Fees and shipping+ 16.50$');
    expect(text()).toContain(`We collect your payment.By ${momentText('local', DUE_AT)}Otherwise`);
    expect(text()).toContain('you may have to pay a penalty of 30.00$');
    expect(screen.queryByRole('list', { name: 'What you can do' })).toBeNull();
  });

  it('says what its seller gets, and where the money is', async () => {
    await openDeal(
      deal({
        party: 'seller',
        state: 'verified',
        total: 165,
        money: [{ kind: 'payout-on-its-way', amount: 165 }],
      }),
    );
    screen.getByRole('heading', { name: 'Your sale' });
    expect(text()).toContain('You get165.00$');
    expect(text()).toContain('Payout on its way165.00$');
    // The deadline is for sending the pair to the buyer.
    expect(text()).not.toContain(momentText('local', DUE_AT));
  });

  it('says where its seller ships the pair', async () => {
    await openDeal({ ...PAID_TO_SELLER, shipTo: ['PerkeX Intake', '12 Example Street'] });
    const shipTo = within(screen.getByRole('region', { name: 'Ship to' }));
    shipTo.getByText('PerkeX Intake');
    shipTo.getByText('12 Example Street');
  });

  it('says what the seller has to do if the market has no address, and nothing to the buyer', async () => {
    await openDeal(PAID_TO_SELLER);
    const shipTo = within(screen.getByRole('region', { name: 'Ship to' }));
    shipTo.getByText(/has not set its address for parcels yet. Before you ship, ask for it/);
    expect(shipTo.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe('/help/contact');
    cleanup();
    await openDeal(deal({ state: 'paid' }));
    expect(screen.queryByRole('region', { name: 'Ship to' })).toBeNull();
  });

  it('shows who acted, when, and why', async () => {
    const details = { carrier: null, trackingNumber: null, problem: 'damaged' as const, reason: 'A cut.' };
    await openDeal(
      deal({
        state: 'delivered',
        dueAt: null,
        timeline: [
          TRADE,
          happened('send', 'sent', { version: 7 }),
          happened('deadline-passed', 'delivered', { version: 8, by: 'clock' }),
          happened('claim', 'delivered', { version: 9, by: 'buyer', details }),
        ],
      }),
    );
    const entries = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent?.replace(/ · .*?20\d\d, \d\d:\d\d/, ''))).toEqual([
      'Problem reportedYouIt is damaged“A cut.”',
      'Counts as delivered: not reported missingAutomatic',
      'Sent to youPerkeX',
      'BoughtYou',
    ]);
    screen.getByText('PerkeX decides about the problem that you reported.');
  });

  it.each(DEAL_STATES)('has words for both parties in the state %s', async (state) => {
    for (const party of ['buyer', 'seller'] as const) {
      const { label, next } = stateWords({ state, party });
      expect([label, next].join()).not.toMatch(/undefined|deal/);
    }
  });

  it('has words for every event', () => {
    for (const event of ['trade', ...DEAL_EVENTS] as const) {
      for (const state of DEAL_STATES) {
        expect(eventWords({ ...TRADE, event, state }, 'sent', 'buyer'), event).toMatch(/^[A-Z]/);
      }
    }
  });

  it('says that the user has no such order', async () => {
    server.answer('deal', refusal('unknown-deal'));
    open();
    await screen.findByRole('heading', { name: 'You have no such order' });
    screen.getByRole('link', { name: 'Buying' });
  });

  it('is unknown on a market whose deals have not started', async () => {
    open(false);
    await expectPage('/');
    expect(server.requestsOf('deal')).toEqual([]);
  });

  it('shows a failure, and the deal once it can be read', async () => {
    server.answer('deal', lostConnection());
    const { user } = open();
    await screen.findByText('Your order could not be loaded.');
    server.answer('deal', deal());
    await user.click(button('Try again'));
    await screen.findByRole('heading', { name: 'Waiting for payment' });
  });

  it('is read again when its deadline has passed', async () => {
    const dueAt = new Date(Date.now() + 60_000).toISOString();
    await openDeal(deal({ dueAt }));
    server.answer('deal', deal({ state: 'cancelled', version: 1, dueAt: null, cancellation: 'payment' }));
    await pass(50_000);
    screen.getByRole('heading', { name: 'Waiting for payment' });
    await pass(15_000);
    await screen.findByText(/^You did not pay in time\./);
    const reads = server.requestsOf('deal').length;
    await pass(300_000);
    expect(server.requestsOf('deal')).toHaveLength(reads);
  });

  it('is read again when the tab gets the focus, and says when that fails', async () => {
    await openDeal(deal());
    server.answer('deal', deal({ state: 'paid', version: 2 }));
    fireEvent(window, new Event('visibilitychange'));
    await screen.findByRole('heading', { name: 'Paid' });
    server.answer('deal', lostConnection());
    fireEvent(window, new Event('visibilitychange'));
    await screen.findByText(/this may be out of date/);
    screen.getByRole('heading', { name: 'Paid' });
  });
});

describe('the report of the check', () => {
  const PHOTO = '019ac1a2-0000-4000-8000-000000000001';
  const REPORT: DealReport = {
    verdict: 'fail',
    reasons: ['damaged', 'worn'],
    points: [{ point: 'Both shoes are new', isInOrder: false }],
    photos: [{ id: PHOTO, subject: 'defect', date: '2026-11-26T18:00:00.000Z', hash: 'ab'.repeat(32) }],
    date: '2026-11-26T18:00:00.000Z',
  };

  it('shows the verdict with its reasons and photos, each with its hash', async () => {
    server.answer('dealReport', { report: REPORT });
    server.answer('dealPhoto', { image: 'data:image/jpeg;base64,AAAA' });
    const { user } = await openDeal(deal({ party: 'seller', state: 'objectable', version: 5, steps: [] }));
    await screen.findByText('The pair failed the check: damaged, worn.');
    await user.click(await screen.findByRole('button', { name: 'Enlarge: Defect' }));
    within(screen.getByRole('dialog', { name: 'Defect' })).getByText(`SHA-256 ${'ab'.repeat(32)}`);
    expect(server.requestsOf('dealPhoto')[0]?.params).toEqual({ id: ID, photo: PHOTO });
  });

  it('is not asked for before there can be one', async () => {
    await openDeal(deal({ state: 'received', version: 4, steps: [] }));
    expect(server.requestsOf('dealReport')).toEqual([]);
  });
});

describe('a step of a deal', () => {
  it('is taken once the user has agreed to its consequence, and shows the new state', async () => {
    const { user } = await openDeal(deal({ steps: ['undo'] }));
    expect(text()).toContain(`Possible until ${momentIn('local', '2026-11-26T18:10:00Z').time},`);
    const after = deal({ state: 'cancelled', version: 1, dueAt: null, cancellation: 'undone' });
    server.answer('takeDealStep', after);
    await user.click(button('Undo this purchase'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this purchase?' }));
    const agree = dialog.getByRole('button', { name: 'Undo this purchase' });
    // It has just appeared under the finger.
    await user.click(agree);
    expect(steps()).toEqual([]);
    await pass(SETTLED_MS);
    server.answer('deal', after);
    await user.dblClick(agree);
    const state = await screen.findByRole('heading', { name: 'Cancelled' });
    expect(steps()).toEqual([
      expect.objectContaining({ uid: 'ada', deal: ID, version: 0, step: { type: 'undo' } }),
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(state);
  });

  it('that does no harm is taken at once', async () => {
    const { user } = await openDeal(deal({ state: 'sent', version: 6, steps: ['report-arrived'] }));
    const after = deal({ state: 'delivered', version: 7, steps: ['confirm', 'claim'] });
    server.answer('takeDealStep', after);
    server.answer('deal', after);
    await user.click(button('It has arrived'));
    await screen.findByRole('heading', { name: 'Delivered' });
    // The next buttons are where this one was.
    await user.click(button('Everything is fine'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that is refused says why, and shows what the deal has become', async () => {
    const { user } = await openDeal(deal({ steps: ['undo'] }));
    await user.click(button('Undo this purchase'));
    await pass(SETTLED_MS);
    server.answer('takeDealStep', refusal('step-refused'));
    server.answer('deal', deal({ state: 'paid', version: 2 }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo this purchase' }));
    await screen.findByRole('heading', { name: 'Paid' });
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo this purchase' })).toBeNull();
  });

  it('whose answer was lost is sent again under the same id', async () => {
    const { user } = await openDeal(PAID_TO_SELLER);
    server.answer('takeDealStep', lostConnection());
    await user.click(button('Take one more day'));
    await screen.findByText(/we do not know whether this was saved/);
    await user.click(button('Take one more day'));
    await waitFor(() => expect(steps().length).toBeGreaterThan(4));
    expect(new Set(steps().map(({ id }) => id)).size).toBe(1);
  });

  it('ships with a carrier and a tracking number in its form', async () => {
    const { user } = await openDeal(PAID_TO_SELLER);
    await user.click(button('I have shipped it'));
    await expectFault('Carrier', 'Choose the carrier.');
    await user.selectOptions(screen.getByLabelText('Carrier'), 'UPS');
    await user.type(screen.getByLabelText('Tracking number'), '12345');
    await user.click(button('I have shipped it'));
    await expectFault('Tracking number', `This is not a tracking number of UPS. An example is ${TRACKING}.`);
    expect(steps()).toEqual([]);
    const after = deal({ party: 'seller', state: 'shipped', version: 3 });
    server.answer('takeDealStep', after);
    server.answer('deal', after);
    await user.clear(screen.getByLabelText('Tracking number'));
    await user.type(screen.getByLabelText('Tracking number'), TRACKING);
    await user.click(button('I have shipped it'));
    await screen.findByRole('heading', { name: 'On its way to PerkeX' });
    expect(steps()).toMatchObject([{ step: { type: 'ship', carrier: 'ups', trackingNumber: TRACKING } }]);
  });

  it('says which tracking number will do with play money', async () => {
    openDealPage(PAID_TO_SELLER, 'play');
    await screen.findByText(new RegExp(`such as ${TRACKING} of UPS`));
  });

  it('takes a problem and a reason, in one line', async () => {
    const { user } = await openDeal(deal({ state: 'delivered', version: 7, steps: ['confirm', 'claim'] }));
    await user.click(button('Report a problem'));
    const dialog = within(await screen.findByRole('dialog', { name: 'What is the problem?' }));
    const report = dialog.getByRole('button', { name: 'Report a problem' });
    await user.click(report);
    await expectFault('Problem', 'Choose the problem.');
    await user.selectOptions(dialog.getByLabelText('Problem'), 'It is damaged');
    await user.type(dialog.getByLabelText('What is wrong?'), 'A cut{Enter}on the left.');
    const after = deal({ state: 'delivered', version: 8, dueAt: null });
    server.answer('takeDealStep', after);
    server.answer('deal', after);
    await user.click(report);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(steps()).toMatchObject([
      { step: { type: 'claim', problem: 'damaged', reason: 'A cut on the left.' } },
    ]);
  });

  it('may be an appeal of a penalty, which is shown with its amount', async () => {
    await openDeal(
      deal({
        party: 'seller',
        state: 'cancelled',
        cancellation: 'not-shipped',
        steps: ['appeal'],
        penalty: { state: 'pending', amount: 30 },
      }),
    );
    expect(text()).toContain('Otherwise you pay the penalty of 30.00$.');
    button('Appeal the penalty');
  });
});
