import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ProfilePage } from '../src/dashboard/profile-page.js';
import { AskToConfirm } from '../src/home/ask-to-confirm.js';
import { ConfirmEmailPage } from '../src/identity/pages/confirm-email-page.js';
import { ForgotPasswordPage } from '../src/identity/pages/forgot-password-page.js';
import { ResetPasswordPage } from '../src/identity/pages/reset-password-page.js';
import { setLoggedOut } from '../src/identity/session/auth-store.js';
import { userData } from './support/data.js';
import { type FakeServer, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, startServer } from './support/open-page.js';
import { expectFault, expectFocus, expectToast } from './support/shown.js';

const DEAD_LINK = 'This link has been used or is too old. Ask for a new one.';
const UNCONFIRMED = { email: 'ada@example.com', isProved: false };

/** The link of a mail, opened by the user, or by a visitor. */
function openLink(query: string, prepare: (server: FakeServer) => void, userId = 'ada') {
  const server = startServer();
  prepare(server);
  const page = openPage(ConfirmEmailPage, { at: `/confirm-email${query}`, userId });
  return { ...page, server };
}

describe('the link that confirms an e-mail', () => {
  it('confirms it at once, and its code does not stay in the address', async () => {
    const { server } = openLink('?code=secret', (fake) => fake.answer('confirmEmail', { status: true }));
    await screen.findByText('Your e-mail is confirmed. You can place orders now.');
    await expectToast('Your e-mail is confirmed.');
    expect(server.requestsOf('confirmEmail').map(({ body }) => body)).toEqual([{ code: 'secret' }]);
    expect([location.pathname, location.search]).toEqual(['/confirm-email', '']);
  });

  it('offers a new mail once it is used', async () => {
    openLink('?code=secret', (fake) => {
      fake.answer('emailProof', UNCONFIRMED);
      fake.answer('confirmEmail', refusal('INVALID_TOKEN'));
    });
    await screen.findByText(DEAD_LINK);
    expect(screen.getByRole('link', { name: 'Go to settings' }).getAttribute('href')).toBe(
      '/dashboard/settings',
    );
  });

  it('leads a visitor to the login first, with its code, then confirms', async () => {
    const { user, server } = openLink(
      '?code=secret',
      (fake) => fake.answer('confirmEmail', { status: true }),
      '',
    );
    screen.getByText(/^Log in to the account you signed up with/);
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    await expectPage('/login');
    expect(history.state).toMatchObject({ usr: { confirmation: { code: 'secret' } } });
    expect(server.requestsOf('confirmEmail')).toEqual([]);
  });

  it('of another account says so, and the user can log out', async () => {
    const { user } = openLink('?code=secret', (fake) => {
      fake.answer('confirmEmail', refusal('OTHER_ACCOUNT'));
      fake.answer('signOut', { success: true });
    });
    await screen.findByText(/^This link is for a different account/);
    await user.click(button('Log out'));
    await screen.findByText(/^Log in to the account you signed up with/);
  });

  it('is missing from a page that is opened without it', async () => {
    openLink('', (fake) => fake.answer('emailProof', UNCONFIRMED));
    await screen.findByText('Open this page with the link in the e-mail we sent you.');
  });
});

describe('the link of a change of e-mail', () => {
  it.each([
    ['OTHER_ACCOUNT', /^This link is for a different account/],
    ['INVALID_TOKEN', DEAD_LINK],
  ] as const)('changes nothing when it is refused: %s', async (code, sentence) => {
    const { user, server } = openLink('?change=secret', (fake) =>
      fake.answer('confirmEmailChange', refusal(code)),
    );
    await screen.findByText(/^Confirm only if it was you/);
    expect(server.requestsOf('confirmEmailChange')).toEqual([]);
    await user.click(button('CHANGE E-MAIL'));
    await screen.findByText(sentence);
    expect(location.search).toBe('');
  });
});

describe('the request to confirm the e-mail', () => {
  const REQUEST = { name: 'Confirm your e-mail' };

  function Both() {
    return (
      <>
        <AskToConfirm />
        <ProfilePage />
      </>
    );
  }

  it('states the reason and sends the link, until the e-mail is confirmed', async () => {
    const server = startServer();
    server.answer('emailProof', UNCONFIRMED);
    server.answer('userData', userData());
    server.answer('sendConfirmation', { status: true });
    const { user, client } = openPage(ProfilePage, { userId: 'ada' });
    const request = await screen.findByRole('region', REQUEST);
    within(request).getByText('ada@example.com');
    within(request).getByText(/a forgotten password removes your settings and open orders/);
    await user.click(within(request).getByRole('button', { name: 'Send the link' }));
    await within(request).findByText('A link is on its way. Earlier ones no longer work.');
    expect(within(request).getByRole('button', { name: 'Send again' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    server.answer('emailProof', { ...UNCONFIRMED, isProved: true });
    await client.invalidateQueries();
    await pass(50);
    expect(screen.queryByRole('region', REQUEST)).toBeNull();
  });

  it('on Home can be put off for this tab; Profile keeps asking', async () => {
    const server = startServer();
    server.answer('emailProof', UNCONFIRMED);
    server.answer('userData', userData());
    const { user } = openPage(Both, { userId: 'ada' });
    expect(await screen.findAllByRole('region', REQUEST)).toHaveLength(2);
    await user.click(button('Later'));
    expect(screen.getAllByRole('region', REQUEST)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
    setLoggedOut();
    openPage(AskToConfirm, { userId: 'ada' });
    await pass(50);
    expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
  });
});

describe('a forgotten password', () => {
  it('requires a valid e-mail', async () => {
    const server = startServer();
    const { user } = openPage(ForgotPasswordPage);
    await user.click(button('RESET PASSWORD'));
    await screen.findByText('Email is required');
    await user.type(screen.getByLabelText('E-MAIL'), 'x@');
    await user.click(button('RESET PASSWORD'));
    await screen.findByText('Email is invalid');
    expect(server.requestsOf('requestReset')).toEqual([]);
  });

  it('has the mail sent, and says so', async () => {
    const server = startServer();
    server.answer('requestReset', { status: true, message: 'Sent.' });
    const { user } = openPage(ForgotPasswordPage);
    await user.type(screen.getByLabelText('E-MAIL'), 'ada@example.com');
    await user.click(button('RESET PASSWORD'));
    await expectToast('Successfully sent reset email!');
    screen.getByText(/If ada@example\.com has an account here, the link is on its way/);
    expect(server.requestsOf('requestReset').map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }]);
  });
});

describe('the page of a reset', () => {
  const BAD_RESET = 'Please input password with more than 5 letters or visit this page from the right url!';

  function openReset(query: string, prepare: (server: FakeServer) => void = () => {}) {
    const server = startServer();
    prepare(server);
    const page = openPage(ResetPasswordPage, { at: `/reset-password${query}` });
    return { ...page, server };
  }

  it('lists the data that a new password removes before it is set', async () => {
    openReset('?oobCode=secret', (fake) =>
      fake.answer('describeReset', {
        removes: {
          settings: true,
          openAsks: 1,
          openBids: 2,
          watches: 0,
          pairs: 0,
          notifications: 0,
          preferences: true,
          hasOtherProofs: false,
          hasName: false,
        },
      }),
    );
    const list = await screen.findByRole('region', { name: 'What is removed' });
    expect([...list.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
      'Shipping, payout and payment',
      '1 open ask',
      '2 open bids',
      'Sizes and mail settings',
    ]);
    expect(location.search).toBe('');
  });

  it.each([
    ['a short password', '?oobCode=secret', '12345', 'At least 6 characters'],
    ['no link', '', 'a long password', null],
  ])('sends nothing with %s', async (_what, query, password, fault) => {
    const { user, server } = openReset(query, (fake) => fake.answer('describeReset', { removes: null }));
    await user.type(screen.getByLabelText('PASSWORD'), `${password}{Enter}`);
    await expectToast(BAD_RESET);
    if (fault !== null) {
      await expectFault('PASSWORD', fault);
    }
    expect(server.requestsOf('resetPassword')).toEqual([]);
  });

  it('of a used link says so, and offers a new mail', async () => {
    const { user } = openReset('?oobCode=secret', (fake) => {
      for (const call of ['describeReset', 'resetPassword'] as const) {
        fake.answer(call, refusal('INVALID_TOKEN'));
      }
    });
    await user.type(screen.getByLabelText('PASSWORD'), 'a third password{Enter}');
    await expectToast(DEAD_LINK);
    await expectFault('PASSWORD', DEAD_LINK);
    await expectFocus(() => screen.getByLabelText('PASSWORD'));
    expect(screen.getByRole('link', { name: 'Get a new e-mail' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    expect(location.pathname).toBe('/reset-password');
  });
});
