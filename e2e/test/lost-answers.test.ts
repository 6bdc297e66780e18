import { describe, expect, it } from 'vitest';
import { type Account, newEmail, PASSWORD } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import {
  delayed,
  droppedAfter,
  droppedBefore,
  type MakeFault,
  sessionEnded,
  twice,
} from './support/faults.js';
import { useShop } from './support/shop.js';

const shop = useShop();

const MINUTE_MS = 60_000;
const LOST = 'The connection to PerkeX is lost';
const MAY_BE_SAVED = `${LOST}, and we do not know whether this was saved.`;

const toasts = (person: Person) => person.page.locator('.Toastify__toast');
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
  it('is resent under its id after a reload, by no other tab, and its outcome is shown', async () => {
    const { id, name } = await shop.product();
    const { person, account } = await shop.trader();
    const bodies = bodiesTo(person, '/api/bid');
    const held = await delayed(person.page, '/api/bid', 1);
    await places(person, 'Bid', id, 210);
    await held.arrive();
    const other = await person.newTab();
    const sentByOther = bodiesTo(other, '/api/bid');
    await other.opens('/dashboard/buying');
    await row(other, name).waitFor();
    await other.seesAllOfIt();
    await person.page.reload();
    await person.seesToast(`Your bid of 210$ for ${name}, size 9 is placed.`);
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
    expect(sentByOther).toEqual([]);
    expect(await pricesOf(account)).toEqual([210]);
    expect(await pendingOrders(person)).toBeNull();
    await held.end();
  });

  it('is placed by the next tab if that opens soon', async () => {
    const { id, name } = await shop.product();
    const { person, account } = await shop.trader();
    person.expectsComplaint(/ERR_FAILED/);
    const lost = await droppedBefore(person.page, '/api/bid');
    await places(person, 'Bid', id, 210);
    await lost.arrive();
    const next = await person.newTab();
    await person.page.close();
    await next.opens('/');
    await next.seesToast(`Your bid of 210$ for ${name}, size 9 is placed.`);
    expect(await pricesOf(account)).toEqual([210]);
  });

  it('is not placed minutes later, nor when its first request arrives even later', async () => {
    const { id, name } = await shop.product();
    const { person, account } = await shop.trader({ hasOwnClock: true });
    person.expectsComplaint(/ERR_FAILED|status of 409/);
    const bodies = bodiesTo(person, '/api/bid');
    const lost = await droppedBefore(person.page, '/api/bid');
    await places(person, 'Bid', id, 210);
    await lost.arrive();
    await person.page.clock.setSystemTime(Date.now() + 3 * MINUTE_MS);
    await lost.end();
    await person.page.reload();
    await person.seesToast('Your bid was not placed. The order did not reach PerkeX in time.');
    await person.seesToast(`${name}, size 9, 210$`);
    await expect(account.post('/bid', bodies[0])).rejects.toThrow('too-late');
    expect(await pricesOf(account)).toEqual([]);
    await person.presses('Try again');
    await person.seesHeading('Review Bid');
    await person.presses('PLACE BID');
    await person.seesToast(`Your bid of 210$ for ${name}, size 9 is placed.`);
    expect(await pricesOf(account)).toEqual([210]);
  });

  it('is reported as placed minutes later if its request had arrived', async () => {
    const { id, name } = await shop.product();
    const { person, account } = await shop.trader({ hasOwnClock: true });
    const held = await delayed(person.page, '/api/bid', 1);
    await places(person, 'Bid', id, 210);
    await held.arrive();
    await person.page.clock.setSystemTime(Date.now() + 3 * MINUTE_MS);
    await person.page.reload();
    await person.seesToast(`Your bid of 210$ for ${name}, size 9 was placed.`);
    expect(await pricesOf(account)).toEqual([210]);
  });

  it('is discarded when its user logs out', async () => {
    const { id } = await shop.product();
    const { person } = await shop.trader();
    const held = await delayed(person.page, '/api/bid');
    await places(person, 'Bid', id, 210);
    await held.arrive();
    expect(await pendingOrders(person)).not.toBeNull();
    await person.logsOut();
    await person.link('Log In').waitFor();
    expect(await pendingOrders(person)).toBeNull();
  });
});

describe('an order whose answer was lost before the session ended', () => {
  /**
   * Confirms an ask whose first request meets a fault and whose second is refused, as the session has ended. Then logs
   * in.
   */
  async function asksAndLogsIn(fault: MakeFault) {
    const product = await shop.product();
    const { person, account } = await shop.trader();
    person.expectsComplaint(/ERR_FAILED|status of (401|409)/);
    const met = await fault(person.page, '/api/ask', 1);
    const ended = await sessionEnded(person.page, '/api/ask');
    await places(person, 'Ask', product.id, 240);
    await person.isAt('/login');
    await person.seesToast(
      'Your session has ended, and we do not know whether your order was placed. Log in and continue it: it will only count once.',
    );
    expect(met.count).toBe(1);
    await ended.end();
    await person.logsIn(account.email, { remember: true });
    await person.seesToast('Successfully logged in!');
    await person.opens('/');
    await person.follows('Continue your ask');
    return { product, person, account };
  }

  it('counts once when it is continued unchanged', async () => {
    const { person, account } = await asksAndLogsIn(droppedAfter);
    await person.presses('Review Ask');
    await person.sees('This order has already been placed: you will find it on your dashboard.');
    expect(await person.button('CONFIRM ASK').isDisabled()).toBe(true);
    expect(await pricesOf(account)).toEqual([240]);
  });

  it('is placed under its own id when it is continued and had not arrived', async () => {
    const { product, person, account } = await asksAndLogsIn(droppedBefore);
    await person.presses('Review Ask');
    await confirmsAsk(person);
    await person.seesToast(`Your ask of 240$ for ${product.name}, size 9 is placed.`);
    expect(await pricesOf(account)).toEqual([240]);
  });

  it('is reported as placed before another price may be reviewed', async () => {
    const { product, person, account } = await asksAndLogsIn(droppedAfter);
    await person.types('Enter Ask', '250');
    await person.presses('Review Ask');
    await person.seesToast(`Your ask of 240$ for ${product.name}, size 9 was placed.`);
    expect(await person.heading('Review Ask').count()).toBe(0);
    await person.presses('Review Ask');
    await confirmsAsk(person);
    await person.seesToast(`Your ask of 250$ for ${product.name}, size 9 is placed.`);
    expect(await pricesOf(account)).toEqual([240, 250]);
  });

  it('can be replaced by another price when it is known not to be placed', async () => {
    const { product, person, account } = await asksAndLogsIn(droppedBefore);
    const bodies = bodiesTo(person, '/api/ask');
    await person.types('Enter Ask', '250');
    await person.presses('Review Ask');
    await confirmsAsk(person);
    await person.seesToast(`Your ask of 250$ for ${product.name}, size 9 is placed.`);
    expect(bodies.map(({ price, late = false }) => [price, late])).toEqual([
      [240, true],
      [250, false],
    ]);
    const first = { ...bodies[0], late: false };
    const origin = { origin: shop.url };
    const answer = await person.context.request.post('/api/ask', { data: first, headers: origin });
    expect(await answer.json()).toMatchObject({ code: 'too-late' });
    expect(await pricesOf(account)).toEqual([250]);
  });
});

describe('data saved although the answer was lost', () => {
  it('may be a heart, which stays filled', async () => {
    const { name } = await shop.product();
    const { person } = await shop.trader();
    person.expectsComplaint(/ERR_FAILED/);
    const once = await droppedAfter(person.page, '/api/watches/set', 1);
    await person.opens('/browse');
    const heart = person.button(`Watch ${name}`);
    await heart.click();
    await once.arrive();
    await person.seesAllOfIt();
    expect(await heart.getAttribute('aria-pressed')).toBe('true');
    const always = await droppedAfter(person.page, '/api/watches/remove');
    await heart.click();
    await person.seesToast(MAY_BE_SAVED);
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
    await always.end();
  });

  it('may be an alert, which is shown', async () => {
    const { id } = await shop.product();
    const { person } = await shop.trader();
    person.expectsComplaint(/ERR_FAILED/);
    await person.opens(`/product/${id}?size=9`);
    await person.presses('Watch size 9');
    const alert = person.page.getByLabel('Alert me when an ask is at or below', { exact: true });
    await alert.waitFor();
    await droppedAfter(person.page, '/api/watches/set');
    await alert.fill('200');
    await alert.press('Enter');
    await person.sees(MAY_BE_SAVED);
    await expect.poll(() => alert.inputValue()).toBe('200');
  });

  it('may be a pair, which is added once, however often it is sent', async () => {
    const { name } = await shop.product('Twice Added Runner');
    const { person } = await shop.trader();
    person.expectsComplaint(/ERR_FAILED/);
    await person.opens('/dashboard/collection');
    const lost = await droppedAfter(person.page, '/api/collection/add');
    await person.presses('Add a pair');
    await person.types('Which sneaker?', 'twice added');
    await person.page.getByRole('dialog').getByRole('listitem').getByRole('button').click();
    await person.page.getByLabel('Size', { exact: true }).selectOption('10');
    await person.types('Bought for, in whole dollars', '120');
    await person.presses('Add the pair');
    await person.sees(MAY_BE_SAVED);
    await row(person, name).waitFor();
    await lost.end();
    await person.presses('Add the pair');
    await person.seesToast('The pair is in your collection.');
    await person.seesAllOfIt();
    expect(await row(person, name).count()).toBe(1);
    person.expectsComplaint(/status of 404/);
    await droppedAfter(person.page, '/api/collection/remove', 1);
    await person.presses(`Remove ${name}, size 10`);
    await person.presses("This isn't mine");
    await person.sees(/^No pairs yet\./);
    expect(await toasts(person).filter({ hasText: 'You have no such pair.' }).count()).toBe(0);
  });

  it.each([
    ['lost', droppedAfter],
    ['given to a duplicate of the request', twice],
  ] as const)('may be a password, its answer %s', async (_what, fault) => {
    const { person, account } = await shop.trader();
    person.expectsComplaint(/ERR_FAILED|status of 403/);
    await person.opens('/dashboard/settings/security');
    await fault(person.page, '/api/auth/password');
    await person.presses('Change password');
    await person.types('CURRENT PASSWORD', PASSWORD);
    await person.types('NEW PASSWORD', 'a whole new password');
    await person.presses('CHANGE PASSWORD');
    await person.seesToast('Your password has been changed, and all other browsers have been logged out.');
    const elsewhere = await shop.visitor();
    await elsewhere.opens('/login');
    await elsewhere.logsIn(account.email, { password: 'a whole new password' });
    await elsewhere.seesToast('Successfully logged in!');
  });

  it('may be a password that is possibly changed, while the server is unreachable', async () => {
    const { person } = await shop.trader();
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
    await person.presses('CHANGE PASSWORD');
    await person.seesToast('Your password has been changed, and all other browsers have been logged out.');
  });

  it('may be an account, even if the server is unreachable at first', async () => {
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/ERR_FAILED|status of 422/);
    await visitor.opens('/register');
    const lost = await droppedAfter(visitor.page, '/api/auth/sign-up/email');
    const cut = await droppedBefore(visitor.page, '/api/auth/sign-in/email', 1);
    await visitor.types('E-MAIL', newEmail());
    await visitor.types('PASSWORD', PASSWORD);
    await visitor.presses('SIGN UP');
    await visitor.seesFault('PASSWORD', `${LOST}, and your account may have been created. Please try again.`);
    await Promise.all([lost.end(), cut.end()]);
    await visitor.presses('SIGN UP');
    await visitor.seesToast('Successfully signed up and logged in!');
    await visitor.link('Dashboard').waitFor();
  });

  it('may be an account, whose user is logged in at once', async () => {
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/ERR_FAILED/);
    await visitor.opens('/register');
    await droppedAfter(visitor.page, '/api/auth/sign-up/email');
    await visitor.types('E-MAIL', newEmail());
    await visitor.types('PASSWORD', PASSWORD);
    await visitor.presses('SIGN UP');
    await visitor.seesToast('Successfully signed up and logged in!');
    await visitor.link('Dashboard').waitFor();
  });
});
