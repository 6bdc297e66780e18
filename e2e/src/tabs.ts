import type { Page } from 'playwright-core';
import { type Contexts, Person } from './person.js';
import type { PersonOptions } from './person-options.js';

/**
 * The tabs of a browser, which people use one after the other: a new tab costs a process, and most of the time of a
 * short test.
 */
export class Tabs {
  private readonly free: Page[] = [];
  /** A clock that a test controls stays in its tab. */
  private readonly freeWithOwnClock: Page[] = [];

  constructor(private readonly browser: Contexts) {}

  async arrive(options: PersonOptions): Promise<Person> {
    const tab = Person.canTakeOver(options) ? this.freeTabs(options).pop() : undefined;
    return tab ? Person.takeOver(tab, options) : Person.arrive(this.browser, options);
  }

  /** @param isSpent true if the tab's state is not known, as after a failure */
  async leave(person: Person, isSpent = false): Promise<void> {
    const tab = isSpent ? null : await person.leavesTab();
    if (tab) {
      this.freeTabs(person).push(tab);
    } else {
      await person.leaves();
    }
  }

  private freeTabs({ hasOwnClock }: Pick<PersonOptions, 'hasOwnClock'>): Page[] {
    return hasOwnClock ? this.freeWithOwnClock : this.free;
  }
}
