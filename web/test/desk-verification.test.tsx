import type { Desk } from '@perkex/contract/desk.js';
import type { Verification } from '@perkex/contract/verification.js';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { VerificationPage } from '../src/desk/check/verification-page.js';
import { deskOf } from './support/desk-deal.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { openDesk } from './support/open-desk.js';
import { button, server, startServer } from './support/open-page.js';

const VERIFICATION: Verification = {
  standard: ['The size is right', 'Both shoes are new'],
  checklists: [
    {
      id: 5,
      kind: 'toddler',
      points: ['Both shoes are small'],
      member: 'ada',
      date: '2026-11-26T18:00:00.000Z',
    },
    { id: 6, kind: 'men', points: [], member: 'ada', date: '2026-11-26T18:00:00.000Z' },
  ],
  tests: null,
  agreement: [
    { member: 'ann', reviewed: 12, compared: 8, agreed: 7 },
    { member: 'bob', reviewed: 3, compared: 0, agreed: 0 },
  ],
};

function open(role: Desk['role']) {
  server.answer('desk', { ...deskOf(role), name: 'ada' });
  return openDesk(VerificationPage, '/desk/verification').user;
}

beforeEach(() => {
  startServer();
  server.answer('verification', VERIFICATION);
});

describe('the page of verification', () => {
  it('shows members the checklists, and how far they agree', async () => {
    open('desk');
    await screen.findByText('Both shoes are small');
    screen.getByText('The size is right');
    expect(screen.queryByRole('heading', { name: 'Men' })).toBeNull();
    const cells = within(screen.getByRole('row', { name: /ann/ })).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['12', '8', '7 (88 %)']);
    within(screen.getByRole('row', { name: /bob/ })).getByText('–');
    expect(screen.queryByLabelText('Points, one a line')).toBeNull();
  });

  it('shows admins what members found in test pairs', async () => {
    server.answer('verification', {
      ...VERIFICATION,
      tests: [{ member: 'bob', expected: 'not-authentic', pairs: 4, right: 3 }],
    });
    open('admin');
    await screen.findByRole('heading', { name: 'Test pairs' });
    const row = screen.getByRole('row', { name: /Not authentic/ });
    const cells = within(row).getAllByRole('cell');
    expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual(['3', '1']);
  });

  it('lets an admin change the list of a kind, one point a line', async () => {
    const user = open('admin');
    const points = await screen.findByLabelText<HTMLTextAreaElement>('Points, one a line');
    expect(points.value).toBe('The size is right\nBoth shoes are new');
    await user.selectOptions(screen.getByLabelText('For'), 'Toddler');
    const own = screen.getByLabelText<HTMLTextAreaElement>('Points, one a line');
    expect(own.value).toBe('Both shoes are small');
    await user.type(own, '\n\n  Laces are short ');
    server.answer('changeChecklist', VERIFICATION);
    await user.click(button('Save'));
    await waitFor(() => expect(server.requestsOf('changeChecklist')).toHaveLength(1));
    expect(server.requestsOf('changeChecklist')[0]?.body).toEqual({
      uid: 'ada',
      kind: 'toddler',
      seen: 5,
      points: ['Both shoes are small', 'Laces are short'],
    });
  });

  it('says that another admin was first, and that a point is too long', async () => {
    const user = open('admin');
    const points = await screen.findByLabelText<HTMLTextAreaElement>('Points, one a line');
    server.answer('changeChecklist', refusal('checklist-changed'));
    await user.click(button('Save'));
    await screen.findByText(/^The checklist has changed in the meantime/);
    await user.clear(points);
    await user.click(points);
    await user.paste('x'.repeat(201));
    await user.click(button('Save'));
    await screen.findByText('At most 200 characters in a point.');
  });

  it('keeps what was typed when another admin was first, shows their list, and can replace it', async () => {
    const user = open('admin');
    const points = await screen.findByLabelText<HTMLTextAreaElement>('Points, one a line');
    await user.type(points, '\nLaces are short');
    const ofBob = { id: 7, kind: null, points: ['The box is whole'], member: 'bob' };
    server.answer('changeChecklist', () => {
      server.answer('verification', {
        ...VERIFICATION,
        checklists: [{ ...ofBob, date: '2026-11-26T18:00:00.000Z' }],
      });
      throw refusal('checklist-changed');
    });
    await user.click(button('Save'));
    within(await screen.findByRole('region', { name: 'Changed list' })).getByText('The box is whole');
    expect(screen.getByText(/^bob has changed this list/).closest('[role=status]')).not.toBeNull();
    screen.getByText(/^The checklist has changed in the meantime/);
    const text = 'The size is right\nBoth shoes are new\nLaces are short';
    expect(screen.getByLabelText('Points, one a line')).toHaveProperty('value', text);
    server.answer('changeChecklist', VERIFICATION);
    await user.click(button('Save'));
    await waitFor(() =>
      expect(server.requestsOf('changeChecklist')[1]?.body).toMatchObject({
        seen: 7,
        points: text.split('\n'),
      }),
    );
  });

  it('does not take the own change, whose answer was lost, for that of another admin', async () => {
    const user = open('admin');
    const points = await screen.findByLabelText<HTMLTextAreaElement>('Points, one a line');
    await user.type(points, '\nLaces are short');
    const own = { id: 7, kind: null, points: points.value.split('\n'), member: 'ada' };
    server.answer('changeChecklist', () => {
      server.answer('verification', {
        ...VERIFICATION,
        checklists: [{ ...own, date: '2026-11-26T18:00:00.000Z' }],
      });
      throw refusal('busy');
    });
    await user.click(button('Save'));
    await screen.findByText(/^The market is busy/, {}, { timeout: 10_000 });
    await waitFor(() => screen.getByText(/Last changed by ada/));
    expect(screen.queryByRole('region', { name: 'Changed list' })).toBeNull();
  });

  it('says when it cannot be loaded', async () => {
    server.answer('verification', lostConnection());
    open('desk');
    await screen.findByText('The checklists could not be loaded.', {}, { timeout: 5_000 });
  });
});
