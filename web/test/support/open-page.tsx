import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import { setCaller } from '../../src/api/call.js';
import { createQueryClient } from '../../src/api/query-client.js';
import { Application } from '../../src/application.js';
import { setLoggedIn, setLoggedOut } from '../../src/identity/session/auth-store.js';
import { createFollower } from '../../src/live/follow.js';
import type { LiveEvent } from '../../src/live/live-events.js';
import { deliver } from '../../src/live/subscriptions.js';
import { ApplicationRouter, shownOf } from '../../src/routing/application-router.js';
import { browserHistory } from '../../src/routing/history.js';
import { useLocation } from '../../src/routing/hooks.js';
import type { Route } from '../../src/routing/route.js';
import { FakeServer } from './fake-server.js';

interface OpenOptions {
  /** The address that the page is opened at. */
  readonly at?: string;
  /** The pattern of the page's path, if it is not that of the address. All other addresses show only themselves. */
  readonly path?: string;
  /** Further pages, by the patterns of their paths. */
  readonly others?: Readonly<Record<string, ComponentType>>;
  /** The history state that the page is opened with. */
  readonly state?: object;
  /** The logged-in user; empty for a visitor. */
  readonly userId?: string;
}

/** The server of the current test, once `startServer` has started it. */
export let server: FakeServer;

/** A server for one test, which must answer every call that the test causes. It knows the e-mail of its user. */
export function startServer(): FakeServer {
  server = new FakeServer();
  server.answer('queuePlaces', []);
  server.answer('priceRules', { rules: [] });
  server.answer('sellerLevel', {
    level: 1,
    minSales: 0,
    transactionFee: 9.5,
    sales: 0,
    until: '2027-01-01',
    next: { level: 2, minSales: 6, transactionFee: 9 },
  });
  server.answer('emailProof', { email: 'ada@shop.example', isProved: true });
  vi.stubGlobal('fetch', server.fetch);
  onTestFinished(() => expect(server.faults).toEqual([]));
  return server;
}

/** Opens a page as the application does, with its router, its cache and its live updates. */
export function openPage(
  Page: ComponentType,
  { at = '/', path = at.replace(/[?#].*/, ''), others = {}, state, userId = '' }: OpenOptions = {},
) {
  const client = createQueryClient(() => {});
  const follow = createFollower(client);
  browserHistory.navigate(at, { state });
  if (userId !== '') {
    setLoggedIn(userId, { remember: true, success: '' });
  }
  setCaller(userId);
  onTestFinished(() => {
    client.clear();
    setLoggedOut();
    setCaller('');
  });
  const routes: Route[] = [
    { path, parts: [{ Component: Page }] },
    ...Object.entries(others).map(([pattern, Component]) => ({ path: pattern, parts: [{ Component }] })),
    { path: null, parts: [{ Component: OtherPage }] },
  ];
  render(
    <Application client={client}>
      <ApplicationRouter
        history={browserHistory}
        routes={routes}
        first={shownOf(browserHistory, routes, null)}
      />
    </Application>,
  );
  return {
    client,
    user: userEvent.setup({ delay: null }),
    /** Delivers an event of the live streams. */
    tell: (event: LiveEvent) =>
      act(async () => {
        follow(event);
        deliver(event);
      }),
  };
}

function OtherPage() {
  const { pathname, search } = useLocation();
  return <h1>{`The page ${pathname}${search}`}</h1>;
}

/** The page shown must be the one at this address. */
export async function expectPage(address: string): Promise<void> {
  await screen.findByRole('heading', { name: `The page ${address}` });
}

/** A button accepts presses only when it has settled. */
export const SETTLED_MS = 800;

/** Lets time pass. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

/** The button of this name. */
export function button(name: string | RegExp): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name });
}
