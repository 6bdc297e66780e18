import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { JournalPage } from '../src/desk/journal/journal-page.js';
import { CODE } from './support/desk-deal.js';
import { lostConnection } from './support/fake-server.js';
import { answerAsMember, openDesk } from './support/open-desk.js';
import { server, startServer } from './support/open-page.js';

const ACT = {
  position: '7',
  at: '2026-11-26T10:00:00.000Z',
  member: 'dora',
  role: 'desk' as const,
  act: 'receive',
  subject: `deal/${CODE}`,
  changes: [
    { name: 'state', before: 'shipped', after: 'received' },
    { name: 'dueAtMs', before: '1764151200000', after: null },
    { name: 'listedCents', before: null, after: '12000' },
  ],
  requestId: 'req-1',
};
const OF_COMMAND = {
  ...ACT,
  position: '6',
  member: 'the command line',
  role: null,
  act: 'set-role',
  subject: 'member/dora',
  requestId: null,
};
const PAGE = {
  acts: [ACT, OF_COMMAND],
  next: null,
  members: ['ann', 'dora'],
  kinds: ['receive', 'set-role'],
};

beforeEach(() => {
  startServer();
});

const openJournal = (query = '') => openDesk(JournalPage, `/desk/journal${query}`);

describe('the journal', () => {
  it('shows each act with what it changed, its member and its request', async () => {
    answerAsMember('admin');
    server.answer('journal', PAGE);
    openJournal();
    const list = await screen.findByRole('list', { name: 'Acts, newest first' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first?.textContent).toContain('Receive');
    expect(first?.textContent).toContain('dora · desk');
    expect(first?.textContent).toMatch(/State.*shipped → +became received/);
    expect(first?.textContent).toMatch(/Next deadline.*\d+ Nov 2025, .* → +became nothing/);
    expect(first?.textContent).toContain('Listed120.00$');
    expect(first?.textContent).toContain('Request req-1');
    const link = within(first as HTMLElement).getByRole('link', { name: `deal/${CODE}` });
    expect(link.getAttribute('href')).toBe(`/desk/deals/${CODE}`);
    expect(second?.textContent).toContain('the command line · by a command');
    expect(second?.textContent).not.toContain('Request');
  });

  it('is narrowed down by its address, and downloads what it shows', async () => {
    answerAsMember('admin');
    server.answer('journal', PAGE);
    server.answer('exportJournal', 'position,at\r\n');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:x');
    onTestFinished(() => void vi.restoreAllMocks());
    const { user } = openJournal('?member=dora&from=x');
    await screen.findByRole('list', { name: 'Acts, newest first' });
    await user.selectOptions(screen.getByLabelText('Act'), 'Set role');
    await user.type(screen.getByLabelText(/^Code of a deal, or/), 'list/12{Enter}');
    await vi.waitFor(
      () => expect(location.search).toBe('?member=dora&act=set-role&subject=list%2F12'),
      60_000,
    );
    const query = server.requestsOf('journal').at(-1)?.query;
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      member: 'dora',
      act: 'set-role',
      subject: 'list/12',
      from: '',
    });
    await user.click(await screen.findByRole('button', { name: 'Download as CSV' }));
    await screen.findByText(/have been downloaded/);
    expect(server.requestsOf('exportJournal')[0]?.query.get('subject')).toBe('list/12');
  });

  it('is filtered by a day once its year is typed, in the same field and the same entry of the history', async () => {
    answerAsMember('admin');
    server.answer('journal', PAGE);
    openJournal();
    const from = await screen.findByLabelText('From (UTC)');
    const entries = history.length;
    for (const day of ['0002-11-26', '0020-11-26', '0202-11-26']) {
      fireEvent.change(from, { target: { value: day } });
      expect(from).toHaveProperty('value', day);
    }
    expect(location.search).toBe('');
    fireEvent.change(from, { target: { value: '2026-11-26' } });
    await vi.waitFor(() => expect(location.search).toBe('?from=2026-11-26'), 60_000);
    expect(screen.getByLabelText('From (UTC)')).toBe(from);
    expect(history.length).toBe(entries);
  });

  it('says when nothing matches, and when it cannot be loaded', async () => {
    answerAsMember('admin');
    server.answer('journal', { ...PAGE, acts: [] });
    openJournal();
    await screen.findByText('No acts match.');
    server.answer('journal', lostConnection());
    openJournal('?member=x');
    await screen.findByText('The journal could not be loaded.', {}, { timeout: 5_000 });
  });

  it('is for admins only', async () => {
    answerAsMember('finance');
    openJournal();
    await vi.waitFor(() => expect(location.pathname).toBe('/desk'), 60_000);
  });
});
