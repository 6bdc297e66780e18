import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AuthPage } from '../src/identity/pages/auth-page.js';
import { VisitorGuard } from '../src/identity/session/guards.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, startServer } from './support/open-page.js';

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
    server.answer('signIn', () => {
      throw refusal('INVALID_EMAIL_OR_PASSWORD');
    });
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
    server.answer('confirmSecondFactor', () => {
      throw refusal('INVALID_CODE');
    });
    const code = screen.getByRole('textbox', { name: /code/i });
    await user.type(code, '123456{Enter}');
    await screen.findAllByText('This code is not right. Please try again.');
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
    server.answer('signUp', () => {
      throw lostConnection();
    });
    server.answer('signIn', SIGNED_IN);
    await type('ada@example.com', 'correct horse{Enter}');
    await expectPage('/');
    expect((await screen.findByRole('alert')).textContent).toContain('Successfully signed up and logged in!');
  });
});
