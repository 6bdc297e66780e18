import { type Account, createAccount } from './accounts.js';
import type { Screen } from './order-screens.js';
import type { Person } from './person.js';
import type { Tabs } from './tabs.js';

interface ScreenPlace {
  readonly url: string;
  /** The owner of the screen, unless it needs a user of its own. */
  readonly trader: Account;
  readonly viewport: { readonly width: number; readonly height: number };
}

/** A person at a screen that is ready to be viewed. The caller lets them leave. */
export async function openScreen(
  tabs: Tabs,
  screen: Screen,
  { url, trader, viewport }: ScreenPlace,
): Promise<Person> {
  const { isNewUsers = false, hasOwnAccount = isNewUsers } = screen;
  const account = hasOwnAccount ? await createAccount(url, { isReady: !isNewUsers }) : trader;
  const who = screen.isForVisitors ? {} : { account };
  const person = await tabs.arrive({ url, viewport, ...who });
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

/** Waits until the screen stops changing, unless it never does. */
export async function settle(person: Person, screen: Screen): Promise<void> {
  if (!screen.isLoading) {
    await person.seesAllOfIt();
  }
}
