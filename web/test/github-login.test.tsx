import { GITHUB_RETURNED } from '@perkex/contract/identity-setup.js';
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AuthPage } from '../src/identity/pages/auth-page.js';
import { currentUserId } from '../src/identity/session/auth-store.js';
import { VisitorGuard } from '../src/identity/session/guards.js';
import { beginLogin, restoreSession } from '../src/identity/session/session.js';
import { type FakeServer, lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, startServer } from './support/open-page.js';
import { expectFocus, expectToast } from './support/shown.js';

const BUTTON = 'Continue with GitHub';
const PROMPT = 'Please input your account password in order to link it with github';
const LINKED = 'Successfuly linked your account with github!';
const ADDRESS = 'https://github.example/authorize';

/** A window in place of the popup. */
function fakePopup() {
  const popup = Object.assign(new EventTarget(), {
    closed: false,
    location: { href: '' },
    close() {
      popup.closed = true;
    },
  });
  return popup;
}

type Popup = ReturnType<typeof fakePopup>;

/** The login or sign-up page of a browser that opens these popups. */
function openLogin(kind: 'login' | 'register' = 'login', popups: readonly (Popup | null)[] = [fakePopup()]) {
  const server = startServer();
  server.answer('startGithub', { url: ADDRESS });
  server.answer('cancelGithub', { status: true });
  const left = [...popups];
  const open = vi.fn((..._how: unknown[]) => left.shift() as unknown as Window | null);
  vi.stubGlobal('open', open);
  const page = openPage(
    () => (
      <VisitorGuard>
        <AuthPage kind={kind} />
      </VisitorGuard>
    ),
    { at: `/${kind}`, path: `/${kind}` },
  );
  return { ...page, server, open, popup: popups[0] as Popup };
}

/** The message of a popup that is back on our server. */
function comesBack(popup: Popup, origin = window.location.origin) {
  const message = new MessageEvent('message', { origin, data: { type: GITHUB_RETURNED } });
  Object.defineProperty(message, 'source', { value: popup });
  return act(async () => {
    window.dispatchEvent(message);
  });
}

const TEMPORARY_LOGIN = 'perkex:temporary-login';

/** A page load after the tab of a temporary login was closed. The answer to its sign-out is late. */
async function openAfterTemporaryLogin(server: FakeServer) {
  let loseAnswer = () => {};
  server.answer(
    'signOut',
    () =>
      new Promise((_resolve, reject) => {
        loseAnswer = () => reject(lostConnection());
      }),
  );
  localStorage.setItem(TEMPORARY_LOGIN, '1');
  await restore();
  expect(server.requestsOf('signOut')).toHaveLength(1);
  return { loseAnswer: () => loseAnswer() };
}

async function restore() {
  // Happy-dom has no locks, by which tabs share such a login.
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request: async () => {} } as never);
  const restored = restoreSession();
  await pass(1_000);
  await restored;
}

describe('the popup of GitHub', () => {
  it.each(['login', 'register'] as const)('has 500 by 600 pixels, and logs in: %s', async (kind) => {
    const { user, server, open, popup } = openLogin(kind);
    server.answer('finishGithub', { user: { id: 'ada' } });
    await user.click(button(BUTTON));
    await pass(50);
    expect(open.mock.calls[0]?.[2]).toMatch(/width=500,height=600/);
    expect(popup.location.href).toBe(ADDRESS);
    await comesBack(popup);
    await expectPage('/');
    await expectToast('Successfully signed with github!');
    expect(popup.closed).toBe(true);
  });

  it('opens at once, but waits for the sign-out of an earlier login, whose failure does not end the new one', async () => {
    const { user, server, open, popup } = openLogin();
    server.answer('finishGithub', { user: { id: 'ada' } });
    const { loseAnswer } = await openAfterTemporaryLogin(server);
    await user.click(button(BUTTON));
    await pass(50);
    expect(open).toHaveBeenCalledTimes(1);
    expect(server.requestsOf('startGithub')).toEqual([]);
    loseAnswer();
    await pass(50);
    expect(popup.location.href).toBe(ADDRESS);
    await comesBack(popup);
    await expectPage('/');
    expect(localStorage.getItem(TEMPORARY_LOGIN)).toBeNull();
    await restore();
    expect(currentUserId()).toBe('ada');
  });

  it('leads to a login that stays, however late the sign-out of an earlier one fails', async () => {
    const { server } = openLogin();
    const { loseAnswer } = await openAfterTemporaryLogin(server);
    act(() => beginLogin('ada', true, ''));
    loseAnswer();
    await pass(50);
    expect(localStorage.getItem(TEMPORARY_LOGIN)).toBeNull();
    await restore();
    expect(currentUserId()).toBe('ada');
  });

  it('may be blocked by the browser', async () => {
    const { user, server } = openLogin('login', [null]);
    await user.click(button(BUTTON));
    await expectToast(/blocked the popup/);
    expect(server.requestsOf('startGithub')).toEqual([]);
  });

  it('is not finished by the message of another window or website', async () => {
    const { user, server, popup } = openLogin();
    await user.click(button(BUTTON));
    await comesBack(popup, 'https://github.example');
    await comesBack(fakePopup());
    await pass(1_000);
    expect(server.requestsOf('finishGithub')).toEqual([]);
  });

  it('counts as closed after two seconds, and its attempt is cancelled', async () => {
    const { user, server, popup } = openLogin();
    await user.click(button(BUTTON));
    popup.close();
    await pass(1_900);
    expect(server.requestsOf('cancelGithub')).toEqual([]);
    await expectToast('The popup was closed before you had signed in.');
    expect(server.requestsOf('cancelGithub')).toHaveLength(1);
  });

  it.each([
    ['GITHUB_DENIED', 'You cancelled the sign-in at GitHub.'],
    ['GITHUB_NO_EMAIL', 'Your GitHub account has no verified primary e-mail.'],
  ] as const)('may end with a refusal: %s', async (code, sentence) => {
    const { user, server, popup } = openLogin();
    server.answer('finishGithub', refusal(code));
    await user.click(button(BUTTON));
    await comesBack(popup);
    await expectToast(sentence);
    button('LOG IN');
  });

  it('is closed where GitHub does not work at this address', async () => {
    const { user, server, popup } = openLogin();
    server.answer('startGithub', refusal('OTHER_ADDRESS'));
    await user.click(button(BUTTON));
    await expectToast('Sign-in with GitHub does not work at this address.');
    expect(popup.closed).toBe(true);
  });
});

describe('an account with a password and the same e-mail as at GitHub', () => {
  async function openPrompt() {
    const page = openLogin();
    page.server.answer('finishGithub', { link: { email: 'ada@example.com' } });
    await page.user.click(button(BUTTON));
    await comesBack(page.popup);
    await screen.findByRole('dialog', { name: PROMPT });
    return page;
  }

  const passwordField = () => {
    const dialog = screen.getByRole('dialog', { name: PROMPT });
    return dialog.querySelector<HTMLInputElement>('input[type=password]') as HTMLInputElement;
  };

  it.each(['LINK', 'CANCEL', 'Escape'])('stays unlinked when the prompt is left by %s', async (way) => {
    const { user, server } = await openPrompt();
    await (way === 'Escape' ? user.keyboard('{Escape}') : user.click(button(way)));
    await expectFocus(() => button(BUTTON));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.querySelector('.Toastify__toast')).toBeNull();
    expect(server.requestsOf('linkGithub')).toEqual([]);
  });

  it('is linked by its password and, where it has one, its second factor', async () => {
    const { user, server } = await openPrompt();
    server.answer('linkGithub', {
      secondFactor: { factors: ['app'], phone: null, mayTrustDevice: true },
    });
    await user.type(passwordField(), 'correct horse{Enter}');
    await screen.findByRole('dialog', { name: "Confirm it's you" });
    server.answer('confirmSecondFactor', { user: { id: 'ada' } });
    await user.type(screen.getByLabelText('CODE'), '123456{Enter}');
    await expectPage('/');
    await expectToast(LINKED);
  });

  it('can be tried again after a wrong password, with the error in the dialog', async () => {
    const { user, server } = await openPrompt();
    server.answer('linkGithub', refusal('INVALID_PASSWORD'));
    await user.type(passwordField(), 'not this one{Enter}');
    await expectToast('This password is incorrect.');
    expect(passwordField().getAttribute('aria-invalid')).toBe('true');
    server.answer('linkGithub', { user: { id: 'ada' } });
    await user.clear(passwordField());
    await user.type(passwordField(), 'correct horse{Enter}');
    await expectPage('/');
    await expectToast(LINKED);
  });
});
