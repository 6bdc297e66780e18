import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AuthPage } from '../src/identity/pages/auth-page.js';
import { VisitorGuard } from '../src/identity/session/guards.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, startServer } from './support/open-page.js';
import { expectFault, expectFocus, expectToast } from './support/shown.js';

const USER = {
  id: 'ada',
  name: '',
  email: 'ada@example.com',
  emailVerified: true,
  image: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};
const SIGNED_IN = { redirect: false, token: 'token', user: USER } as const;

function openAuth(kind: 'login' | 'register', state = {}) {
  const server = startServer();
  const page = openPage(
    () => (
      <VisitorGuard>
        <AuthPage kind={kind} />
      </VisitorGuard>
    ),
    { at: `/${kind}`, path: `/${kind}`, state },
  );
  const type = async (email: string, password: string) => {
    await page.user.type(screen.getByLabelText('E-MAIL'), email);
    await page.user.type(screen.getByLabelText('PASSWORD'), password);
  };
  return { ...page, server, type };
}

describe('the login', () => {
  it('leads to Home with a message', async () => {
    const { user, server, type } = openAuth('login');
    server.answer('signIn', SIGNED_IN);
    await type('ada@example.com', 'correct horse');
    await user.click(screen.getByRole('checkbox', { name: 'Remember Me' }));
    await user.click(button('LOG IN'));
    await expectPage('/');
    expect((await screen.findByRole('alert')).textContent).toContain('Successfully logged in!');
    expect(server.requestsOf('signIn')[0]?.body).toMatchObject({ rememberMe: true });
    expect(localStorage.getItem('persist:root')).toContain('"isLoggedInPersisted":"true"');
  });

  it('is remembered only where that was asked for', async () => {
    const { server, type } = openAuth('login');
    server.answer('signIn', SIGNED_IN);
    await type('ada@example.com', 'correct horse{Enter}');
    await expectPage('/');
    expect(localStorage.getItem('persist:root')).toContain('"isLoggedInPersisted":"false"');
  });

  it('sends nothing with a short password, and says so in a toast and at the field', async () => {
    const { server, type } = openAuth('login');
    await type('ada@example.com', 'short{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Please input valid username and password with more than 5 letters!',
    );
    await screen.findByText('At least 6 characters');
    expect(server.requestsOf('signIn')).toEqual([]);
  });

  it('needs a valid e-mail', async () => {
    const { user } = openAuth('login');
    await user.type(screen.getByLabelText('PASSWORD'), 'correct horse{Enter}');
    await screen.findByText('Email is required');
    await user.type(screen.getByLabelText('E-MAIL'), 'ada{Enter}');
    await screen.findByText('Email is invalid');
  });

  it('keeps the reason of a refusal at the field until one types', async () => {
    const { user, server, type } = openAuth('login');
    server.answer('signIn', refusal('INVALID_EMAIL_OR_PASSWORD'));
    await type('ada@example.com', 'wrong password{Enter}');
    const password = screen.getByLabelText('PASSWORD');
    await screen.findAllByText('Invalid email or password');
    expect(document.activeElement).toBe(password);
    expect(password.getAttribute('aria-invalid')).toBe('true');
    await user.type(password, 'x');
    expect(password.getAttribute('aria-invalid')).toBeNull();
  });

  it('asks for the second factor, again after a wrong code', async () => {
    const { user, server, type } = openAuth('login');
    server.answer('signIn', {
      secondFactor: { factors: ['app', 'recovery'], phone: null, mayTrustDevice: true },
    });
    await type('ada@example.com', 'correct horse{Enter}');
    await screen.findByRole('dialog', { name: "Confirm it's you" });
    server.answer('confirmSecondFactor', refusal('INVALID_CODE'));
    const code = screen.getByRole('textbox', { name: /code/i });
    await user.type(code, '123456{Enter}');
    await screen.findAllByText('This code is incorrect. Please try again.');
    server.answer('confirmSecondFactor', { user: { id: 'ada' } });
    await user.clear(code);
    await user.type(code, '654321{Enter}');
    await expectPage('/');
    expect(server.requestsOf('confirmSecondFactor').at(-1)?.body).toMatchObject({
      factor: 'app',
      code: '654321',
      trustDevice: false,
    });
  });

  it('leads back to the product whose heart was pressed', async () => {
    const { server, type } = openAuth('login', {
      watch: '/product/7?size=9',
      what: 'Air Runner Low, size 9',
    });
    screen.getByText(/Air Runner Low, size 9/);
    server.answer('signIn', SIGNED_IN);
    await type('ada@example.com', 'correct horse{Enter}');
    await expectPage('/product/7?size=9');
  });
});

describe('the sign-up', () => {
  it('creates the user data once, and is always remembered', async () => {
    const { server, type } = openAuth('register');
    server.answer('signUp', { token: 'token', user: USER });
    server.answer('createUserData', 'Welcome.');
    await type('ada@example.com', 'correct horse{Enter}');
    await expectPage('/');
    expect(server.requestsOf('createUserData').map(({ body }) => body)).toEqual([{ uid: 'ada' }]);
    expect(localStorage.getItem('persist:root')).toContain('"isLoggedInPersisted":"true"');
    expect(screen.queryByRole('checkbox', { name: 'Remember Me' })).toBeNull();
  });

  it('logs in to the account whose response was lost', async () => {
    const { server, type } = openAuth('register');
    server.answer('signUp', lostConnection());
    server.answer('signIn', SIGNED_IN);
    await type('ada@example.com', 'correct horse{Enter}');
    await expectPage('/');
    expect((await screen.findByRole('alert')).textContent).toContain('Successfully signed up and logged in!');
  });

  it('logs in to the account that may have been created when the server is reached again', async () => {
    const { server, type, user } = openAuth('register');
    for (const call of ['signUp', 'signIn'] as const) {
      server.answer(call, () => {
        throw lostConnection();
      });
    }
    await type('lost@example.com', 'correct horse{Enter}');
    const may = 'The connection to PerkeX is lost, and your account may have been created. Please try again.';
    await expectFault('PASSWORD', may);
    server.answer('signUp', () => {
      throw refusal('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
    });
    server.answer('signIn', SIGNED_IN);
    await user.click(button('SIGN UP'));
    await expectToast('Successfully signed up and logged in!');
    await expectPage('/');
  });
});

describe('the second factor of a login', () => {
  async function openChallenge(phone: string | null = null) {
    const page = openAuth('login');
    const factors = phone === null ? (['app', 'recovery'] as const) : (['phone'] as const);
    page.server.answer('signIn', { secondFactor: { factors, phone, mayTrustDevice: phone === null } });
    await page.type('ada@example.com', 'correct horse{Enter}');
    await screen.findByRole('dialog', { name: "Confirm it's you" });
    return page;
  }

  it('needs a code', async () => {
    const { user, server } = await openChallenge();
    await user.click(button('CONFIRM'));
    await expectFault('CODE', 'Code is required');
    expect(server.requestsOf('confirmSecondFactor')).toEqual([]);
  });

  it('starts over with the login after too many wrong codes', async () => {
    const { user, server } = await openChallenge();
    server.answer('confirmSecondFactor', refusal('SIGN_IN_OVER'));
    await user.type(screen.getByLabelText('CODE'), '123456{Enter}');
    await expectToast(/had too many wrong codes/);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(button('LOG IN'));
    await screen.findByRole('dialog', { name: "Confirm it's you" });
  });

  it('may be a recovery code', async () => {
    const { user, server } = await openChallenge();
    server.answer('confirmSecondFactor', { user: { id: 'ada' } });
    await user.click(screen.getByRole('radio', { name: 'Recovery code' }));
    await user.click(screen.getByRole('checkbox', { name: /^Don't ask again/ }));
    await user.type(screen.getByLabelText('CODE'), 'abcd-efgh{Enter}');
    await expectPage('/');
    const proof = { factor: 'recovery', code: 'abcd-efgh', trustDevice: true };
    expect(server.requestsOf('confirmSecondFactor')[0]?.body).toEqual(proof);
  });

  it('may be a code by SMS, which is sent again only after a pause', async () => {
    const { user, server } = await openChallenge('•••• 0123');
    screen.getByText('•••• 0123');
    expect(screen.queryByRole('checkbox', { name: /^Don't ask again/ })).toBeNull();
    server.answer('sendSecondCode', { status: true });
    await user.click(button('Send code'));
    await expectToast('A code is on its way.');
    await expectFocus(() => screen.getByLabelText('CODE'));
    expect(button('Send again').getAttribute('aria-disabled')).toBe('true');
  });
});

describe('a refused sign-up', () => {
  it.each([
    ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'E-MAIL', 'User already exists. Use another email.'],
    [
      'PASSWORD_TOO_COMMON',
      'PASSWORD',
      'This password is too common and easy to guess. Please choose another.',
    ],
  ] as const)('says why, at the field: %s', async (code, field, reason) => {
    const { server, type } = openAuth('register');
    server.answer('signUp', refusal(code));
    // Another e-mail than that of the lost response above.
    await type('grace@example.com', 'qwerty123{Enter}');
    await expectToast(reason);
    await expectFault(field, reason);
    await expectFocus(() => screen.getByLabelText(field));
    button('SIGN UP');
  });

  it('needs a valid e-mail and a password of six characters', async () => {
    const { user, server } = openAuth('register');
    await user.click(button('SIGN UP'));
    await screen.findByText('Email is required');
    await user.type(screen.getByLabelText('E-MAIL'), 'ada{Enter}');
    await screen.findByText('Email is invalid');
    await user.type(screen.getByLabelText('E-MAIL'), '@example.com');
    await user.type(screen.getByLabelText('PASSWORD'), '12345{Enter}');
    await expectFault('PASSWORD', 'At least 6 characters');
    expect(server.requestsOf('signUp')).toEqual([]);
  });
});

describe('the login page', () => {
  it.each([
    ['login', 'New User? Click here', '/register'],
    ['register', 'Already signed up? Click here', '/login'],
  ] as const)('links to the other forms: %s', (kind, text, path) => {
    openAuth(kind);
    expect(screen.getByRole('link', { name: text }).getAttribute('href')).toBe(path);
    expect(screen.getByRole('link', { name: 'Forgot Your Password? Click here' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });

  it('reports a lost connection', async () => {
    const { server, type } = openAuth('login');
    server.answer('signIn', lostConnection());
    await type('ada@example.com', 'correct horse{Enter}');
    await expectToast('The connection to PerkeX is lost. Please try again.');
    expect(document.querySelector('.Toastify__toast--warning')).not.toBeNull();
  });
});
