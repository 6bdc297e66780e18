import { describe, expect, it } from 'vitest';
import { type Account, PASSWORD } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { delayed, droppedAfter, droppedBefore, sessionEnded } from './support/faults.js';
import { useShop } from './support/shop.js';

const shop = useShop();

const MINUTE_MS = 60_000;
const row = (person: Person, name: string) => person.page.getByRole('row').filter({ hasText: name });

/** Enters a price in a panel, and confirms the review. The dashboard appears without waiting for the answer. */
async function places(person: Person, order: 'Bid' | 'Ask', productId: number, price: number): Promise<void> {
  await person.opens(`/${order === 'Bid' ? 'buy' : 'sell'}/${productId}?size=9`);
  await confirms(person, order, price);
}

async function confirms(person: Person, order: 'Bid' | 'Ask', price: number): Promise<void> {
  await person.types(`Enter ${order}`, String(price));
  await person.presses(`Review ${order}`);
  await (order === 'Bid' ? person.presses('PLACE BID') : confirmsAsk(person));
}

/** Sellers tick two boxes first. */
async function confirmsAsk(person: Person): Promise<void> {
  await person.seesHeading('Review Ask');
  for (const box of await person.page.getByRole('checkbox').all()) {
    await box.check();
  }
  await person.presses('CONFIRM ASK');
}

/** The prices of a user's orders, in dollars. */
async function pricesOf({ uid }: Account): Promise<number[]> {
  const { rows } = await shop.app.database.pool.query<{ price_cents: number }>(
    'select price_cents from orders where user_id = $1 order by price_cents',
    [uid],
  );
  return rows.map(({ price_cents }) => price_cents / 100);
}

/** The bodies of a page's requests to a path, at the time of sending. */
function bodiesTo(person: Person, path: string): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  person.page.on('request', (request) => {
    if (request.url().endsWith(path)) {
      bodies.push(request.postDataJSON() as Record<string, unknown>);
    }
  });
  return bodies;
}

const pendingOrders = ({ page }: Person) =>
  page.evaluate(() => localStorage.getItem('perkex:pending-orders'));

describe('an order whose page is reloaded or closed before its answer', () => {
  it('is resent under its id after a reload, by no other tab, and by the next tab if that opens soon', async () => {
    const [one, two] = [await shop.product(), await shop.product()];
    const { person, account } = await shop.trader();
    person.expectsComplaint(/ERR_FAILED/);
    const bodies = bodiesTo(person, '/api/bid');
    const held = await delayed(person.page, '/api/bid', 1);
    await places(person, 'Bid', one.id, 210);
    await held.arrive();
    const other = await person.newTab();
    const sentByOther = bodiesTo(other, '/api/bid');
    await other.opens('/dashboard/buying');
    await row(other, one.name).waitFor();
    await other.seesAllOfIt();
    await person.page.reload();
    await person.seesToast(`Your bid of 210$ for ${one.name}, size 9 is placed.`);
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
    expect(sentByOther).toEqual([]);
    expect(await pricesOf(account)).toEqual([210]);
    expect(await pendingOrders(person)).toBeNull();
    await held.end();

    const lost = await droppedBefore(person.page, '/api/bid');
    await places(person, 'Bid', two.id, 220);
    await lost.arrive();
    await person.page.close();
    await other.opens('/');
    await other.seesToast(`Your bid of 220$ for ${two.name}, size 9 is placed.`);
    expect(await pricesOf(account)).toEqual([210, 220]);
  });

  it('is not placed minutes later, but reported: placed if its request had arrived, else to be tried again', async () => {
    const [one, two] = [await shop.product(), await shop.product()];
    const { person, account } = await shop.trader({ hasOwnClock: true });
    person.expectsComplaint(/ERR_FAILED|status of 409/);
    const held = await delayed(person.page, '/api/bid', 1);
    await places(person, 'Bid', one.id, 210);
    await held.arrive();
    await person.page.clock.setSystemTime(Date.now() + 3 * MINUTE_MS);
    await person.page.reload();
    await person.seesToast(`Your bid of 210$ for ${one.name}, size 9 was placed.`);
    expect(await pricesOf(account)).toEqual([210]);
    await held.end();

    const bodies = bodiesTo(person, '/api/bid');
    const lost = await droppedBefore(person.page, '/api/bid');
    await places(person, 'Bid', two.id, 220);
    await lost.arrive();
    await person.page.clock.setSystemTime(Date.now() + 6 * MINUTE_MS);
    // Nothing is sent from here once requests arrive again.
    await person.page.goto('/robots.txt');
    await lost.end();
    await person.opens('/dashboard/buying');
    await person.seesToast('Your bid was not placed. The order did not reach PerkeX in time.');
    await person.seesToast(`${two.name}, size 9, 220$`);
    await expect(account.post('/bid', bodies[0]), 'the first request, even later').rejects.toThrow(
      'too-late',
    );
    expect(await pricesOf(account)).toEqual([210]);
    await person.presses('Try again');
    await person.seesHeading('Review Bid');
    await person.presses('PLACE BID');
    await person.seesToast(`Your bid of 220$ for ${two.name}, size 9 is placed.`);
    expect(await pricesOf(account)).toEqual([210, 220]);
  });
});

describe('an order whose answer was lost before the session ended', () => {
  it('counts once when it is continued after the login', async () => {
    const product = await shop.product();
    const { person, account } = await shop.trader();
    person.expectsComplaint(/ERR_FAILED|status of 401/);
    const met = await droppedAfter(person.page, '/api/ask', 1);
    const ended = await sessionEnded(person.page, '/api/ask');
    await places(person, 'Ask', product.id, 240);
    await person.isAt('/login');
    await person.seesToast(
      'Your session has ended, and we do not know whether your order was placed. Log in and continue it: it will only count once.',
    );
    expect(met.count).toBe(1);
    await ended.end();
    await person.logsIn(account.email, { remember: true });
    // By its key, because the toast of the login may cover it.
    await person.link('Continue your ask').press('Enter');
    expect(await person.page.getByLabel('Enter Ask').inputValue()).toBe('240');
    await person.presses('Review Ask');
    await person.sees('This order has already been placed: you will find it on your dashboard.');
    expect(await person.button('CONFIRM ASK').isDisabled()).toBe(true);
    expect(await pricesOf(account)).toEqual([240]);
  });
});

describe('data saved although the answer was lost', () => {
  it('may be a password that is possibly changed, while the server is unreachable', async () => {
    const { person, account } = await shop.trader();
    person.expectsComplaint(/ERR_FAILED|status of 403/);
    await person.opens('/dashboard/settings/security');
    const lost = await droppedAfter(person.page, '/api/auth/password');
    const cut = await droppedBefore(person.page, '/api/auth/prove');
    await person.presses('Change password');
    await person.types('CURRENT PASSWORD', PASSWORD);
    await person.types('NEW PASSWORD', 'a whole new password');
    await person.presses('CHANGE PASSWORD');
    const may =
      'The connection to PerkeX is lost, and your password may have been changed. Please try again.';
    await person.sees(may);
    await Promise.all([lost.end(), cut.end()]);
    // The server refuses the old password, as it does for a duplicate of the request.
    await person.presses('CHANGE PASSWORD');
    await person.seesToast('Your password has been changed, and all other browsers have been logged out.');
    const { email } = account;
    const signIn = (password: string) =>
      fetch(`${shop.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: shop.url },
        body: JSON.stringify({ email, password }),
      });
    expect((await signIn('a whole new password')).status).toBe(200);
  });
});
