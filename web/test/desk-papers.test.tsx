import type { DeskPaper, QueuedDeal } from '@perkex/contract/desk.js';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DeskPage } from '../src/desk/desk-page.js';
import { PapersPage } from '../src/desk/parcels/papers-page.js';
import { lostConnection } from './support/fake-server.js';
import { openDesk, startDesk } from './support/open-desk.js';
import { button, server } from './support/open-page.js';

const CODES = ['7-0V9K-2M3B-1RFH-TQ8Z-K', '12-06DC-38JV-3HYH-X3ST-S'];

function paper(code: string, changes: Partial<DeskPaper> = {}): DeskPaper {
  return {
    code,
    name: 'Air Runner Low',
    styleCode: 'AR-7',
    size: '9',
    receiver: 'buyer',
    sendTo: ['Bert Buyerson', 'Buyers Lane 1'],
    ...changes,
  };
}

beforeEach(() => {
  startDesk('desk');
});

function openPapers() {
  const at = `/desk/papers?codes=${CODES.join(',')}`;
  return openDesk(PapersPage, at).user;
}

function queued(code: string): QueuedDeal {
  return {
    code,
    productId: 7,
    name: 'Air Runner Low',
    brand: null,
    thumbnail: '/drawings/7.svg',
    size: '9',
    price: 200,
    state: 'verified',
    since: '2026-11-26T18:00:00.000Z',
    dueAt: null,
    isOverdue: false,
    isOwn: false,
    reservedBy: null,
  };
}

describe('the papers of chosen pairs', () => {
  it('are chosen in a queue, also by keys', async () => {
    const [first, second] = CODES.map(queued) as [QueuedDeal, QueuedDeal];
    server.answer('deskDeals', { deals: [first, second] });
    const { user } = openDesk(DeskPage, '/desk?queue=to-send');
    const list = await screen.findByRole('list', { name: /^Deals/ });
    screen.getByText('Choose pairs to print their papers.');
    await user.keyboard('jjx');
    const print = () => screen.getByRole('link', { name: /^Print the papers/ }).getAttribute('href');
    expect(print()).toBe(`/desk/papers?codes=${second.code}`);
    await user.click(within(list).getAllByRole('checkbox')[0] as HTMLElement);
    expect(print()).toBe(`/desk/papers?codes=${first.code}%2C${second.code}`);
    await user.click(screen.getByRole('checkbox', { name: 'All pairs' }));
    expect(screen.queryByRole('link', { name: /^Print the papers/ })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'To verify 0' }));
    await screen.findByRole('heading', { name: 'To verify' });
    expect(screen.queryByRole('checkbox', { name: 'All pairs' })).toBeNull();
  });

  it('are a list and one slip a page, each with both codes and its receiver', async () => {
    const [first = '', second = ''] = CODES;
    server.answer('deskPapers', {
      papers: [paper(first), paper(second, { receiver: 'seller', sendTo: [] })],
      leftOut: [],
    });
    const user = openPapers();
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      `Air Runner LowSize US 9${first}BuyerBert Buyerson, Buyers Lane 1`,
      `Air Runner LowSize US 9${second}Back to the sellerNo address`,
    ]);
    for (const code of CODES) {
      const slip = screen.getByRole('article', { name: `Packing slip ${code}` });
      expect(slip.className).toContain('break-before-page');
      within(slip).getByRole('img', { name: 'The code as a bar code' });
      within(slip).getByRole('img', { name: 'The code as a QR code' });
    }
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await user.click(button('Print'));
    expect(print).toHaveBeenCalledOnce();
  });

  it('leave out pairs that are not to be sent, and say which', async () => {
    server.answer('deskPapers', { papers: [paper(CODES[0] ?? '')], leftOut: [CODES[1] ?? ''] });
    openPapers();
    await screen.findByText(`One pair is not yours to send now: ${CODES[1]}.`);
  });

  it('say when they cannot be loaded', async () => {
    server.answer('deskPapers', lostConnection());
    openPapers();
    await screen.findByText('The papers could not be loaded.');
  });
});
