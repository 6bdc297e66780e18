import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SecurityPage } from '../src/identity/security/security-page.js';
import { UNVERIFIED_SECURITY } from './support/data.js';
import { markDealsStarted } from './support/deals.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, openPage, startServer } from './support/open-page.js';
import { openSecurity, otherSession, THIS_BROWSER } from './support/open-security.js';
import { expectFault, expectFocus, expectToast } from './support/shown.js';

const WRONG_PASSWORD = 'This password is incorrect.';
const LOST = 'The connection to PerkeX is lost. Please try again.';

const rowsOf = (section: string) =>
  within(screen.getByRole('region', { name: section })).queryAllByRole('listitem');

describe('the security page', () => {
  it('shows the e-mail and what is not linked, and is the current entry of the menu', async () => {
    await openSecurity();
    screen.getByText('ada@example.com');
    screen.getByText('Not linked');
    expect(document.title).toBe('Login & security | PerkeX');
    const menu = screen.getByRole('navigation', { name: 'Dashboard' });
    expect([...menu.querySelectorAll('[aria-current=page]')].map((link) => link.textContent)).toEqual([
      'Security',
    ]);
    expect(screen.getByRole('link', { name: 'Security' }).getAttribute('href')).toBe(
      '/dashboard/settings/security',
    );
  });

  it('shows an error when it cannot be loaded, and tries again', async () => {
    const server = startServer();
    server.answer('security', lostConnection());
    const { user } = openPage(SecurityPage, { userId: 'ada' });
    await screen.findByText('This page could not be loaded.');
    server.answer('security', UNVERIFIED_SECURITY);
    await user.click(button('Try again'));
    await screen.findByRole('region', { name: 'SECOND FACTOR' });
  });
});

describe('open sessions', () => {
  it('are listed and can be ended', async () => {
    const { server, presses, becomes } = await openSecurity({
      sessions: [THIS_BROWSER, otherSession('s2'), otherSession('s3', 'curl/8.5.0')],
    });
    expect(rowsOf('SESSIONS').map((row) => row.querySelector('p')?.textContent)).toEqual([
      'Chrome on LinuxThis browser',
      'Firefox',
      'Unknown browser',
    ]);
    server.answer('endSession', () => {
      becomes({ sessions: [THIS_BROWSER, otherSession('s3')] });
      return { status: true };
    });
    await presses('End session of Firefox');
    await expectToast('The session of Firefox has ended.');
    expect(server.requestsOf('endSession').map(({ body }) => body)).toEqual([{ id: 's2' }]);
    await waitFor(() => expect(rowsOf('SESSIONS')).toHaveLength(2));
  });

  it('can all be ended at once, except this one', async () => {
    const { server, presses, becomes, happens } = await openSecurity({
      sessions: [THIS_BROWSER, otherSession('s2'), otherSession('s3')],
    });
    server.answer('endOtherSessions', () => {
      becomes({ sessions: [THIS_BROWSER] });
      happens({ kind: 'sessions-ended' });
      return { status: true };
    });
    await presses('End all others');
    await expectToast('All other sessions have ended.');
    await waitFor(() => expect(rowsOf('SESSIONS')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
    // Recent activity is refetched.
    await screen.findByText('All other sessions were ended');
  });
});

describe('recent activity', () => {
  it('shows what happened, newest first, and more on request', async () => {
    const { user, client, happens } = await openSecurity();
    await screen.findByText('Nothing yet.');
    happens({ kind: 'signed-up' });
    for (let sessions = 0; sessions < 21; sessions += 1) {
      happens({
        kind: 'signed-in-new-browser',
        proofs: ['password'],
        userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
      });
    }
    await client.invalidateQueries({ queryKey: ['events'] });
    await waitFor(() => expect(rowsOf('RECENT ACTIVITY')).toHaveLength(20));
    const lines = [...(rowsOf('RECENT ACTIVITY')[0]?.children ?? [])].map((line) => line.textContent);
    expect(lines[0]).toBe('Logged in from a new browser with password');
    expect(lines[1]).toMatch(/^.+, Firefox on Windows, 127\.0\.0\.1$/);
    await user.click(button('Show more'));
    expect(rowsOf('RECENT ACTIVITY')).toHaveLength(22);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Recent activity');
    expect(rowsOf('RECENT ACTIVITY').at(-1)?.textContent).toMatch(/^Signed up/);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('the password', () => {
  it('is changed with the current one, and refusals are at their field', async () => {
    const { server, presses, types } = await openSecurity();
    await presses('Change password');
    await expectFocus(() => screen.getByLabelText('CURRENT PASSWORD'));
    server.answer('changePassword', refusal('INVALID_PASSWORD'));
    // Asks whether the new one is the password already.
    server.answer('prove', refusal('INVALID_PASSWORD'));
    await types('CURRENT PASSWORD', 'not this one');
    await types('NEW PASSWORD', 'a whole new password');
    await presses('CHANGE PASSWORD');
    await expectFault('CURRENT PASSWORD', WRONG_PASSWORD);
    await types('CURRENT PASSWORD', 'correct horse');
    await types('NEW PASSWORD', '12345');
    await presses('CHANGE PASSWORD');
    await expectFault('NEW PASSWORD', 'At least 6 characters');
    server.answer('changePassword', refusal('PASSWORD_TOO_COMMON'));
    await types('NEW PASSWORD', 'password1');
    await presses('CHANGE PASSWORD');
    await waitFor(() => screen.getByText(/Please choose another/, { selector: 'form *' }));
    expect(screen.getByLabelText('NEW PASSWORD').getAttribute('aria-invalid')).toBe('true');
    server.answer('changePassword', { status: true });
    await types('NEW PASSWORD', 'a whole new password');
    await presses('CHANGE PASSWORD');
    await expectToast('Your password has been changed, and all other browsers have been logged out.');
    await expectFocus(() => button('Change password'));
    expect(server.requestsOf('changePassword').at(-1)?.body).toEqual({
      password: 'correct horse',
      newPassword: 'a whole new password',
    });
  });

  it('is not reported as wrong when the change fails for another reason', async () => {
    const { server, presses, types } = await openSecurity();
    server.answer('changePassword', lostConnection());
    server.answer('prove', refusal('INVALID_PASSWORD'));
    await presses('Change password');
    await types('CURRENT PASSWORD', 'correct horse');
    await types('NEW PASSWORD', 'a whole new password');
    await presses('CHANGE PASSWORD');
    await screen.findByText(LOST, { selector: 'form [role=alert]' });
    expect(document.querySelector('[aria-invalid]')).toBeNull();
  });
});

describe('GitHub', () => {
  it('is unlinked with the password', async () => {
    const { server, presses, types, becomes } = await openSecurity({ github: 'ada' });
    screen.getByText('Linked as ada');
    await presses('Unlink GitHub');
    await presses('UNLINK');
    await expectFault('PASSWORD', 'Password is required');
    server.answer('unlinkGithub', refusal('INVALID_PASSWORD'));
    await types('PASSWORD', 'not this one');
    await presses('UNLINK');
    await expectFault('PASSWORD', WRONG_PASSWORD);
    server.answer('unlinkGithub', () => {
      becomes({ github: null });
      return { status: true };
    });
    await types('PASSWORD', 'correct horse');
    await presses('UNLINK');
    await expectToast('GitHub has been unlinked.');
    await expectFocus(() => screen.getByRole('heading', { name: 'LOGIN METHODS' }));
    await screen.findByText('Not linked');
    expect(screen.queryByRole('button', { name: 'Unlink GitHub' })).toBeNull();
  });
});

describe('the user’s own data', () => {
  it('are not saved when no answer arrives, and the page says so', async () => {
    const { server, presses } = await openSecurity();
    server.answer('exportUserData', lostConnection());
    await presses('Download my data');
    await expectToast(LOST);
  });
});

describe('the deletion of the account', () => {
  it('does nothing when its dialog is cancelled, and the focus returns', async () => {
    const { user, server, presses } = await openSecurity();
    for (const leave of [() => presses('BACK'), () => user.keyboard('{Escape}')]) {
      await presses('Delete account');
      screen.getByRole('dialog', { name: 'Delete your account?' });
      await leave();
      expect(screen.queryByRole('dialog')).toBeNull();
      await expectFocus(() => button('Delete account'));
    }
    expect(server.requestsOf('deleteAccount')).toEqual([]);
  });

  it('says what becomes of orders in progress, once there are any', async () => {
    const { presses } = await openSecurity();
    const open = async () => {
      await presses('Delete account');
      return screen.getByRole('dialog').textContent;
    };
    expect(await open()).not.toContain('Orders in progress');
    await presses('BACK');
    markDealsStarted();
    const text = await open();
    expect(text).toContain('Orders in progress go on without you');
    expect(text).toContain('your pairs are sent to the address in your settings');
  });

  it('needs the password', async () => {
    const { server, presses, types } = await openSecurity();
    server.answer('deleteAccount', refusal('INVALID_PASSWORD'));
    await presses('Delete account');
    await expectFocus(() => screen.getByLabelText('PASSWORD'));
    await types('PASSWORD', 'not this one');
    await presses('DELETE ACCOUNT');
    await expectFault('PASSWORD', WRONG_PASSWORD);
  });
});
