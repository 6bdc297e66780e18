import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/accounts.js';
import type { Person } from '../../src/person.js';
import { changesUser } from './changes-user.js';
import {
  badGateway,
  delayed,
  droppedAfter,
  type Fault,
  type MakeFault,
  offline,
  outOfOrder,
  twice,
} from './faults.js';
import { named } from './named.js';
import type { Shop, ShopProduct } from './shop.js';

/** One thing for each press: a product, and a number that is nowhere else. */
export interface Thing extends ShopProduct {
  readonly number: number;
  /** The number of things after this one. */
  readonly after: number;
}

/** Something that a user does, and that must be done once whatever the network does. */
export interface Action {
  readonly what: string;
  /** The call whose requests meet the network's faults. */
  readonly call: string;
  readonly path: (first: Thing) => string;
  /** Prepares the account. */
  readonly given?: (account: Account, things: readonly Thing[]) => Promise<unknown>;
  /** The presses before the last one, on the page of `path` or on the one to which the last action led. */
  readonly prepares?: (person: Person, thing: Thing) => Promise<unknown>;
  /** The last press. */
  readonly act: (person: Person, thing: Thing) => Promise<void>;
  /** How often the server has done it to this thing. */
  readonly done: (account: Account, thing: Thing) => Promise<number>;
  /** Waits until the page shows that it is done. */
  readonly shows: (person: Person, thing: Thing) => Promise<unknown>;
  /** True if the page takes the next presses before the first ones are answered. */
  readonly isQuick?: boolean;
  /** True if the answer may also come from a proxy: tested once for each way in which the client sends again. */
  readonly hasGateway?: boolean;
}

/** Longer than any pause before a call is sent again. */
const PAUSE_MS = 5_000;
/** Longer than a new button takes no press. */
export const SETTLED_MS = 800;

/** @returns the number of rows that a query beginning with `from` finds */
export async function countIn(shop: Shop, text: string, ...values: unknown[]): Promise<number> {
  const { rows } = await shop.app.database.pool.query<{ count: number }>(
    `select count(*)::int as count ${text}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

export const row = ({ page }: Person, text: string | RegExp) =>
  page.getByRole('row').filter({ hasText: text });

/** Letters for a number. No name begins with another one. */
export const letters = (number: number) => String.fromCharCode('a'.charCodeAt(0) + number).repeat(2);

interface Circumstance {
  readonly what: string;
  readonly fault: MakeFault;
  readonly times?: number;
}

/** The network's faults for the requests of an action. Slow answers: web/test/slow-answers.test.tsx. */
const CIRCUMSTANCES: readonly Circumstance[] = [
  { what: 'dropped after the server', fault: droppedAfter, times: 1 },
  { what: 'sent twice', fault: twice },
  { what: 'offline', fault: offline },
];

const BAD_GATEWAY: Circumstance = { what: 'a bad gateway', fault: badGateway, times: 1 };

/** The last ones: before a reload, and before another user logs in. */
const OTHER_PRESSES = 2;

interface Cell {
  readonly action: Action;
  readonly person: Person;
  readonly account: Account;
}

async function isDone({ action, person, account }: Cell, thing: Thing): Promise<void> {
  for (let pauses = 0; pauses < 20 && (await action.done(account, thing)) !== 1; pauses += 1) {
    await person.page.clock.fastForward(PAUSE_MS);
    // Responses need real time.
    await person.seesAllOfIt();
  }
  expect(await action.done(account, thing)).toBe(1);
}

async function isDoneAndShown(cell: Cell, thing: Thing): Promise<void> {
  await isDone(cell, thing);
  await cell.action.shows(cell.person, thing);
  // A toast that appears later would be in the way of the next press.
  await cell.person.seesAllOfIt();
  expect(await cell.person.page.locator('.Toastify__toast--warning').allInnerTexts()).toEqual([]);
}

/** They cover buttons, and the page's clock, which the test moves, does not close all of them. */
async function closeToasts({ page }: Person): Promise<void> {
  const closes = page.locator('.Toastify__toast').getByRole('button', { name: 'close' });
  await closes.evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).click()));
}

async function meets(
  cell: Cell,
  makeFault: (page: Person['page'], path: string) => Promise<Fault>,
  thing: Thing,
) {
  await closeToasts(cell.person);
  await cell.action.prepares?.(cell.person, thing);
  const fault = await makeFault(cell.person.page, cell.action.call);
  await cell.action.act(cell.person, thing);
  await fault.arrive();
  return fault;
}

/** Tests each action, a row of the table, in all circumstances. */
export function meetTheNetwork(shop: Shop, actions: readonly Action[]): void {
  describe('whatever the network does to its requests', () => {
    it.each(actions)('$what is done once, and shown', async (action) => {
      const circumstances = action.hasGateway ? [...CIRCUMSTANCES, BAD_GATEWAY] : CIRCUMSTANCES;
      const count = circumstances.length + OTHER_PRESSES + (action.isQuick ? 2 : 0);
      const names = Array.from(
        { length: count },
        (_, number) => `${action.what} of the table ${letters(number)}`,
      );
      const ids = await shop.products(names);
      const things = names.map((name, number) => ({
        name,
        number,
        id: ids[number] ?? 0,
        after: count - 1 - number,
      }));
      const [{ person, account }, other] = await Promise.all([
        shop.trader({ hasOwnClock: true }),
        shop.account({ isReady: false }),
      ]);
      person.expectsComplaint(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of (401|403|404|502)/);
      await action.given?.(account, things);
      const cell: Cell = { action, person, account };
      const left = [...things];
      const next = () => left.shift() as Thing;
      await person.opens(action.path(things[0] as Thing));

      for (const { what, fault, times } of circumstances) {
        await named(`${action.what}, ${what}`, async () => {
          const thing = next();
          const met = await meets(cell, (page, path) => fault(page, path, times), thing);
          await met.end();
          await isDoneAndShown(cell, thing);
        });
      }
      if (action.isQuick) {
        await named(`${action.what}, out of order`, async () => {
          const [first, second] = [next(), next()];
          const met = await meets(cell, outOfOrder, first);
          await closeToasts(person);
          await action.prepares?.(person, second);
          await action.act(person, second);
          await met.arrive(2);
          await met.end();
          await isDoneAndShown(cell, second);
          await isDoneAndShown(cell, first);
        });
      }
      await named(`${action.what}, a reload`, async () => {
        const thing = next();
        const met = await meets(cell, (page, path) => delayed(page, path, 1), thing);
        await person.page.reload();
        await isDone(cell, thing);
        await person.seesAllOfIt();
        await met.end();
      });
      await named(`${action.what}, another user`, async () => {
        const thing = next();
        const met = await meets(cell, delayed, thing);
        if (!person.place.startsWith('/dashboard')) {
          await person.follows('Dashboard');
        }
        // A dialog would cover the button.
        await person.page.keyboard.press('Escape');
        await changesUser(person, other);
        const toasts = person.page.locator('.Toastify__toast');
        await expect.poll(() => toasts.count()).toBe(0);
        await met.end();
        await isDone(cell, thing);
        expect(await action.done(other, thing)).not.toBe(1);
        await person.draws();
        expect(await toasts.allInnerTexts()).toEqual([]);
      });
    });
  });
}
