import { describe, expect, it, vi } from 'vitest';
import { setLoggedIn, setLoggedOut } from '../src/identity/session/auth-store.js';
import { extendLogin } from '../src/identity/session/session.js';
import { lostConnection } from './support/fake-server.js';
import { openPage, startServer } from './support/open-page.js';

/** A page of Ada's, and the server that it asks for her session. */
function openAsAda() {
  const server = startServer();
  server.answer('session', null);
  openPage(() => <h1>A page</h1>, { userId: 'ada' });
  return server;
}

describe('a loaded page', () => {
  it("has a login with 'Remember Me' extended", async () => {
    const server = openAsAda();
    await extendLogin();
    expect(server.requestsOf('session')).toHaveLength(1);
  });

  it('extends no login that ends with its page, and none of a visitor', async () => {
    const server = openAsAda();
    // Happy-dom has no locks, by which tabs share such a login.
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request: async () => {} } as never);
    setLoggedIn('ada', { remember: false, success: '' });
    await extendLogin();
    setLoggedOut();
    await extendLogin();
    expect(server.requestsOf('session')).toEqual([]);
  });

  it('stays as it is if there is no answer', async () => {
    const server = openAsAda();
    server.answer('session', lostConnection());
    await extendLogin();
    expect(server.requestsOf('session')).toHaveLength(1);
  });
});
