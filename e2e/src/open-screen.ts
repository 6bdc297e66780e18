import { type Account, createAccount } from './accounts.js';
import type { Screen } from './order-screens.js';
import { type Contexts, Person } from './person.js';

interface ScreenPlace {
  readonly url: string;
  /** Whose screen it is, unless it asks for another user's. */
  readonly trader: Account;
  readonly viewport: { readonly width: number; readonly height: number };
}

/** Somebody before a screen, once it is as it should be looked at. Whoever calls lets them leave. */
export async function openScreen(
  browser: Contexts,
  screen: Screen,
  { url, trader, viewport }: ScreenPlace,
): Promise<Person> {
  const { isNewUsers = false, hasOwnAccount = isNewUsers } = screen;
  const account = hasOwnAccount ? await createAccount(url, { isReady: !isNewUsers }) : trader;
  const who = screen.isForVisitors ? {} : { account };
  const person = await Person.arrive(browser, { url, viewport, ...who });
  try {
    await person.opens(screen.path);
    await settle(person, screen);
    await screen.prepare?.(person, account);
    await settle(person, screen);
    return person;
  } catch (error) {
    await person.leaves();
    throw error;
  }
}

/** Waits until the screen stands still, if it ever does. */
export async function settle(person: Person, screen: Screen): Promise<void> {
  if (!screen.isLoading) {
    await person.seesAllOfIt();
  }
}
