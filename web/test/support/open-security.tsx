import type { AccountEvent } from '@perkex/contract/account-events.js';
import type { LoginSecurity, OpenSession } from '@perkex/contract/identity.js';
import { screen } from '@testing-library/react';
import { SideMenu } from '../../src/dashboard/side-menu.js';
import { SecurityPage } from '../../src/identity/security/security-page.js';
import { button, openPage, pass, startServer } from './open-page.js';

/** Buttons that replace others are disabled for less (`useSettled`). */
const SETTLED_MS = 1_500;
const STARTED_AT = '2026-01-01T10:00:00Z';

export const THIS_BROWSER: OpenSession = {
  id: 's1',
  isCurrent: true,
  startedAt: STARTED_AT,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
  address: '127.0.0.1',
};

/** A session of another browser. */
export function otherSession(id: string, userAgent = 'Firefox/140.0'): OpenSession {
  return { ...THIS_BROWSER, id, isCurrent: false, userAgent };
}

function SecurityInDashboard() {
  return (
    <>
      <SideMenu id="menu" isOpen onChoose={() => {}} />
      <SecurityPage />
    </>
  );
}

/** Opens the security page of a user with a password and no second factor, unless the options say otherwise. */
export async function openSecurity(changes: Partial<LoginSecurity> = {}) {
  const server = startServer();
  let security: LoginSecurity = {
    email: 'ada@example.com',
    hasPassword: true,
    github: null,
    app: false,
    phone: null,
    recoveryCodes: 0,
    sessions: [THIS_BROWSER],
    ...changes,
  };
  let events: readonly AccountEvent[] = [];
  server.answer('security', () => security);
  server.answer('events', () => ({ events: [...events] }));
  const path = '/dashboard/settings/security';
  const page = openPage(SecurityInDashboard, { at: path, path, userId: 'ada' });
  await screen.findByRole('heading', { name: 'SECOND FACTOR' });
  return {
    ...page,
    server,
    /** Changes what the server answers. */
    becomes(later: Partial<LoginSecurity>) {
      security = { ...security, ...later };
    },
    happens(event: Partial<AccountEvent>) {
      events = [
        {
          id: String(events.length),
          kind: 'signed-in',
          proofs: [],
          happenedAt: STARTED_AT,
          userAgent: THIS_BROWSER.userAgent,
          address: '127.0.0.1',
          ...event,
        },
        ...events,
      ];
    },
    /** Replaces the text of a field. */
    async types(label: string, text: string) {
      const field = screen.getByLabelText(label);
      await page.user.clear(field);
      await page.user.paste(text);
    },
    async presses(name: string) {
      await pass(SETTLED_MS);
      await page.user.click(button(name));
    },
  };
}
