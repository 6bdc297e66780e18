import type { Journal } from '@perkex/contract/desk-journal.js';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { JournalPage } from '../src/desk/journal/journal-page.js';
import { MembersPage } from '../src/desk/members/members-page.js';
import { InvitationPage } from '../src/identity/pages/invitation-page.js';
import { refusal } from './support/fake-server.js';
import { openDesk, startDesk } from './support/open-desk.js';
import { button, openPage, server } from './support/open-page.js';

const INVITATION = {
  ...{
    invitation: '019ac1a2-0000-7000-8000-000000000011',
    email: 'dora@shop.example',
    role: 'desk' as const,
  },
  name: 'dora',
  invitedBy: 'ann',
  expiresAt: '2026-12-04T10:00:00.000Z',
};
const MEMBERS = [
  { name: 'ann', role: 'admin' as const },
  { name: 'zoe', role: null },
];

beforeEach(() => {
  startDesk('admin');
});

it('an admin invites an address, sees a taken name at its field, and withdraws an invitation', async () => {
  const all = { members: MEMBERS, invitations: [], canInvite: true };
  server.answer('deskMembers', all);
  const { user } = openDesk(MembersPage, '/desk/members');
  await screen.findByText('Without a role now');
  await user.type(screen.getByLabelText('E-mail'), 'dora@shop.example');
  const name = screen.getByLabelText('Permanent name in the records');
  await user.type(name, 'ann');
  server.answer('inviteMember', refusal('name-taken'));
  await user.click(button('Invite'));
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  await user.clear(name);
  await user.type(name, 'dora');
  server.answer('deskMembers', { ...all, invitations: [INVITATION] });
  server.answer('inviteMember', { ...all, invitations: [INVITATION] });
  await user.click(button('Invite'));
  await screen.findByText('A mail to dora@shop.example is on its way. Its link works for 7 days.');
  const ids = server.requestsOf('inviteMember').map(({ body }) => body.invitation);
  expect(new Set(ids).size).toBe(1);
  server.answer('withdrawInvitation', all);
  await user.click(
    await screen.findByRole('button', { name: 'Withdraw the invitation of dora@shop.example' }),
  );
  expect(server.requestsOf('withdrawInvitation')[0]?.body.invitation).toBe(INVITATION.invitation);
});

const openInvitation = (userId: string) => openPage(InvitationPage, { at: '/invitation?code=abc', userId });

it('a user accepts an invitation by a press, and learns why it is not for them', async () => {
  server.answer('acceptInvitation', refusal('other-address'));
  const { user } = openInvitation('ada');
  await user.click(await screen.findByRole('button', { name: 'ACCEPT' }));
  await screen.findByText(/This invitation is for another e-mail/);
  await screen.findByRole('button', { name: 'Log out' });
  server.answer('acceptInvitation', 'You are a member now, as dora, with the role desk.');
  await user.click(button('ACCEPT'));
  await screen.findByText(/You are a member now, as dora.*second factor/);
  expect(screen.getByRole('link', { name: 'Go to the desk' }).getAttribute('href')).toBe('/desk');
  expect(server.requestsOf('acceptInvitation')[0]?.body.code).toBe('abc');
});

it('a visitor is asked to log in or to sign up first', async () => {
  openInvitation('');
  await screen.findByRole('link', { name: 'Log in' });
  await screen.findByRole('link', { name: 'Sign up' });
  expect(server.requestsOf('acceptInvitation')).toEqual([]);
});

it('a member names the filter of a list, finds it as a chip, and removes it', async () => {
  const journal: Journal = { acts: [], next: null, members: ['ann'], kinds: ['edit-product'] };
  server.answer('journal', journal);
  server.answer('savedFilters', { filters: [] });
  const { user } = openDesk(JournalPage, '/desk/journal?member=ann');
  await user.click(await screen.findByRole('button', { name: 'Save this filter' }));
  await user.click(button('Save'));
  await screen.findByText('Name the filter.');
  const saved = {
    filter: INVITATION.invitation,
    list: 'journal' as const,
    name: 'By ann',
    query: 'member=ann',
  };
  server.answer('savedFilters', { filters: [saved] });
  server.answer('saveFilter', { filters: [saved] });
  await user.type(screen.getByLabelText('Name of this filter'), 'By ann');
  await user.click(button('Save'));
  const chips = await screen.findByRole('list', { name: 'Saved filters' });
  const chip = within(chips).getByRole('link', { name: 'By ann' });
  expect([chip.getAttribute('href'), chip.getAttribute('aria-current')]).toEqual([
    '/desk/journal?member=ann',
    'page',
  ]);
  expect(server.requestsOf('saveFilter')[0]?.body).toMatchObject({ list: 'journal', query: 'member=ann' });
  server.answer('removeFilter', { filters: [] });
  await user.click(button('Remove the filter By ann'));
  expect(server.requestsOf('removeFilter')[0]?.body.filter).toBe(saved.filter);
});
