import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal } from './support/fake-server.js';
import { button, expectPage } from './support/open-page.js';
import { openSecurity, otherSession, THIS_BROWSER } from './support/open-security.js';
import { expectFault, expectFocus, expectToast } from './support/shown.js';

const APP = { uri: 'otpauth://totp/PerkeX:ada?secret=ABCDEFGH', secret: 'ABCDEFGH' };
const CODES = Array.from({ length: 10 }, (_, number) => `code-${number}`);
const QR_CODE = { name: 'QR code for your authenticator app' };
const WRONG_PASSWORD = 'This password is incorrect.';
const WRONG_CODE = 'This code is incorrect. Please try again.';

const secondFactorHeading = () => screen.getByRole('heading', { name: 'SECOND FACTOR' });

/** The recovery codes of an app that has just been turned on. */
async function turnAppOn(changes: Parameters<typeof openSecurity>[0] = {}) {
  const page = await openSecurity(changes);
  page.server.answer('startApp', APP);
  page.server.answer('confirmApp', () => {
    page.becomes({ app: true, recoveryCodes: CODES.length });
    return { recoveryCodes: CODES };
  });
  await page.presses('Set up app');
  await page.types('PASSWORD', 'correct horse');
  await page.presses('CONTINUE');
  await screen.findByRole('img', QR_CODE);
  await page.types('CODE', '123456');
  await page.presses('CONFIRM');
  await screen.findByRole('heading', { name: 'Your recovery codes' });
  return page;
}

describe('an authenticator app', () => {
  it('is not set up with a wrong password or a wrong code', async () => {
    const { server, presses, types } = await openSecurity();
    await presses('Set up app');
    await presses('CONTINUE');
    await expectFault('PASSWORD', 'Password is required');
    server.answer('startApp', refusal('INVALID_PASSWORD'));
    await types('PASSWORD', 'a wrong password');
    await presses('CONTINUE');
    await expectToast(WRONG_PASSWORD);
    await expectFault('PASSWORD', WRONG_PASSWORD);
    await expectFocus(() => screen.getByLabelText('PASSWORD'));
    server.answer('startApp', APP);
    await types('PASSWORD', 'correct horse');
    await presses('CONTINUE');
    await screen.findByRole('img', QR_CODE);
    await presses('CONFIRM');
    await expectFault('CODE', 'Code is required');
    server.answer('confirmApp', refusal('INVALID_CODE'));
    await types('CODE', '12345');
    await presses('CONFIRM');
    await expectToast(WRONG_CODE);
    await expectFault('CODE', WRONG_CODE);
    await expectFocus(() => screen.getByLabelText('CODE'));
    await presses('BACK');
    await expectFocus(() => button('Set up app'));
  });

  it('cannot be cancelled while its password is being checked; before, Escape goes back', async () => {
    const { user, server, presses, types } = await openSecurity();
    await presses('Set up app');
    await expectFocus(() => screen.getByLabelText('PASSWORD'));
    await user.keyboard('{Escape}');
    await expectFocus(() => button('Set up app'));
    await presses('Set up app');
    const start = server.answerLater('startApp', APP);
    await types('PASSWORD', 'correct horse');
    await presses('CONTINUE');
    expect(button('BACK').getAttribute('aria-disabled')).toBe('true');
    await user.click(button('BACK'));
    await user.keyboard('{Escape}');
    button('CONTINUE');
    start.release();
    await screen.findByRole('img', QR_CODE);
  });

  it('is turned off with the password', async () => {
    const { server, presses, types, becomes } = await openSecurity({ app: true, recoveryCodes: 10 });
    screen.getByText('Turned on');
    screen.getByText(/^10 left/);
    server.answer('turnAppOff', () => {
      becomes({ app: false, recoveryCodes: 0 });
      return { status: true };
    });
    await presses('Turn off app');
    await types('PASSWORD', 'correct horse');
    await presses('TURN OFF');
    await expectToast('Your authenticator app is turned off.');
    await expectFocus(() => button('Set up app'));
    expect(screen.queryByText(/left/)).toBeNull();
  });
});

describe('recovery codes on the screen', () => {
  const holdsAReload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('ask before the page is left, and return the focus to their section', async () => {
    const { user, presses } = await turnAppOn();
    expect(screen.getAllByText(/^code-\d$/)).toHaveLength(10);
    await user.click(screen.getByRole('link', { name: 'Profile' }));
    await screen.findByRole('dialog', { name: 'Leave without your recovery codes?' });
    await presses('STAY');
    screen.getByRole('heading', { name: 'Your recovery codes' });
    expect(holdsAReload()).toBe(true);
    await presses('I HAVE SAVED THEM');
    expect(holdsAReload()).toBe(false);
    await expectFocus(secondFactorHeading);
    await user.click(screen.getByRole('link', { name: 'Profile' }));
    await expectPage('/dashboard/profile');
  });

  it('can be left deliberately', async () => {
    const { user, presses } = await turnAppOn();
    await user.click(screen.getByRole('link', { name: 'Profile' }));
    await presses('LEAVE');
    await expectPage('/dashboard/profile');
  });

  it('are replaced by new ones for the password', async () => {
    const { server, presses, types, becomes } = await openSecurity({ app: true, recoveryCodes: 9 });
    server.answer('renewRecoveryCodes', () => {
      becomes({ recoveryCodes: 10 });
      return { recoveryCodes: CODES };
    });
    await presses('New recovery codes');
    await types('PASSWORD', 'correct horse');
    await presses('MAKE NEW CODES');
    await expectToast('You have new recovery codes.');
    await presses('I HAVE SAVED THEM');
    await screen.findByText(/^10 left/);
    expect(screen.queryByRole('button', { name: 'End other sessions' })).toBeNull();
  });
});

describe('a newly activated second factor', () => {
  it('offers to end the other sessions after its recovery codes are saved', async () => {
    const { server, presses, becomes } = await turnAppOn({ sessions: [THIS_BROWSER, otherSession('s2')] });
    server.answer('endOtherSessions', () => {
      becomes({ sessions: [THIS_BROWSER] });
      return { status: true };
    });
    expect(screen.queryByRole('button', { name: 'End other sessions' })).toBeNull();
    await presses('I HAVE SAVED THEM');
    await presses('End other sessions');
    await expectToast('All other sessions have ended.');
    await expectFocus(secondFactorHeading);
    expect(screen.queryByRole('button', { name: /^End (other|session)/ })).toBeNull();
  });

  it('offers nothing without other sessions', async () => {
    const { presses } = await turnAppOn();
    await presses('I HAVE SAVED THEM');
    await screen.findByText('Turned on');
    expect(screen.queryByRole('button', { name: 'End other sessions' })).toBeNull();
  });
});

describe('a phone', () => {
  const NUMBER = '+44 1632 960 123';

  async function sendCode(changes: Parameters<typeof openSecurity>[0] = {}) {
    const page = await openSecurity(changes);
    page.server.answer('startPhone', { status: true });
    await page.presses('Set up phone');
    await page.types('PHONE NUMBER', NUMBER);
    await page.types('PASSWORD', 'correct horse');
    await page.presses('SEND CODE');
    await screen.findByText(/A code is on its way to your phone/);
    return page;
  }

  it('keeps its number on the way back, and gets another code only after a pause', async () => {
    const { server, presses, types } = await sendCode();
    await presses('BACK');
    expect(screen.getByLabelText<HTMLInputElement>('PHONE NUMBER').value).toBe(NUMBER);
    await types('PASSWORD', 'correct horse');
    await presses('SEND CODE');
    await screen.findByText(NUMBER);
    expect(button('Send again').getAttribute('aria-disabled')).toBe('true');
    expect(server.requestsOf('startPhone').map(({ body }) => body)).toEqual([
      { phone: NUMBER, password: 'correct horse' },
      { phone: NUMBER, password: 'correct horse' },
    ]);
  });

  it('is turned on by its code, with recovery codes, and off by the password', async () => {
    const { server, presses, types, becomes } = await sendCode();
    server.answer('confirmPhone', () => {
      becomes({ phone: '•••• 0123', recoveryCodes: 10 });
      return { recoveryCodes: CODES };
    });
    await types('CODE', '123456');
    await presses('CONFIRM');
    await screen.findByRole('heading', { name: 'Your recovery codes' });
    await presses('I HAVE SAVED THEM');
    await screen.findByText('Codes are sent to •••• 0123');
    server.answer('turnPhoneOff', () => {
      becomes({ phone: null, recoveryCodes: 0 });
      return { status: true };
    });
    await presses('Turn off phone');
    await types('PASSWORD', 'correct horse');
    await presses('TURN OFF');
    await expectToast('Your phone is turned off.');
    await expectFocus(() => button('Set up phone'));
  });

  it('is the only factor of a provider without an app and recovery codes', async () => {
    const { server, presses, types, becomes } = await sendCode({
      app: null,
      recoveryCodes: null,
      sessions: null,
    });
    expect(screen.queryByText('Authenticator app')).toBeNull();
    server.answer('confirmPhone', () => {
      becomes({ phone: '•••• 0100' });
      return { recoveryCodes: [] };
    });
    await types('CODE', '123456');
    await presses('CONFIRM');
    await expectToast('Your phone is turned on.');
    await screen.findByText('Codes are sent to •••• 0100');
    await expectFocus(() => button('Turn off phone'));
    expect(screen.queryByText(/recovery codes/i)).toBeNull();
  });
});

describe('a change of a second factor in a session that has entered no code lately', () => {
  const ASKED = { name: "Confirm it's you" };
  type Page = Awaited<ReturnType<typeof openSecurity>>;

  /** Refuses until the session is verified, and then answers. */
  function onceProved<Answer>({ server }: Page, answer: Answer): () => Answer {
    let isProved = false;
    server.answer('prove', () => {
      isProved = true;
      return { status: true };
    });
    return () => {
      if (!isProved) {
        throw refusal('PROOF_NEEDED');
      }
      return answer;
    };
  }

  async function confirms({ user, presses, types }: Page) {
    await screen.findByRole('dialog', ASKED);
    // The password has been given, and is not enough.
    expect(screen.queryByRole('radio', { name: 'Password' })).toBeNull();
    await user.click(await screen.findByRole('radio', { name: 'Recovery code' }));
    await types('CODE', CODES[0] ?? '');
    await presses('CONFIRM');
  }

  it('asks for a code, and then makes new recovery codes', async () => {
    const page = await openSecurity({ app: true, recoveryCodes: 9 });
    page.server.answer('renewRecoveryCodes', onceProved(page, { recoveryCodes: CODES }));
    await page.presses('New recovery codes');
    await page.types('PASSWORD', 'correct horse');
    await page.presses('MAKE NEW CODES');
    await confirms(page);
    await screen.findByRole('heading', { name: 'Your recovery codes' });
    expect(screen.queryByRole('dialog', ASKED)).toBeNull();
    expect(page.server.requestsOf('prove').map(({ body }) => body)).toEqual([
      { factor: 'recovery', code: 'code-0' },
    ]);
  });

  it('asks for a code, and then turns the factor off', async () => {
    const page = await openSecurity({ app: true, recoveryCodes: 9 });
    page.server.answer('turnAppOff', onceProved(page, { status: true as const }));
    await page.presses('Turn off app');
    await page.types('PASSWORD', 'correct horse');
    await page.presses('TURN OFF');
    await confirms(page);
    await expectToast('Your authenticator app is turned off.');
  });

  it('asks for a code, and then sets another factor up', async () => {
    const page = await openSecurity({ app: true, recoveryCodes: 9 });
    page.server.answer('startPhone', onceProved(page, { status: true as const }));
    await page.presses('Set up phone');
    await page.types('PHONE NUMBER', '+44 1632 960 123');
    await page.types('PASSWORD', 'correct horse');
    await page.presses('SEND CODE');
    await confirms(page);
    await screen.findByText(/A code is on its way to your phone/);
  });

  it('asks for a code, and then shows the secret of an app', async () => {
    const page = await openSecurity({ phone: '•••• 0123', recoveryCodes: 9 });
    page.server.answer('startApp', onceProved(page, APP));
    await page.presses('Set up app');
    await page.types('PASSWORD', 'correct horse');
    await page.presses('CONTINUE');
    await confirms(page);
    await screen.findByRole('img', QR_CODE);
  });

  it('changes nothing if the code is not entered', async () => {
    const page = await openSecurity({ app: true, recoveryCodes: 9 });
    page.server.answer('turnAppOff', onceProved(page, { status: true as const }));
    await page.presses('Turn off app');
    await page.types('PASSWORD', 'correct horse');
    await page.presses('TURN OFF');
    await screen.findByRole('dialog', ASKED);
    await page.presses('CANCEL');
    expect(screen.queryByRole('dialog', ASKED)).toBeNull();
    expect(button('TURN OFF').getAttribute('aria-disabled')).toBe('false');
    expect(page.server.requestsOf('turnAppOff')).toHaveLength(1);
  });
});
