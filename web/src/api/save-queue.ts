import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { callerChange } from './call.js';

/** A choice that is not saved yet. An object of its own, so that equal choices differ. */
interface Pending<Choice> {
  readonly choice: Choice;
}

interface Save<Choice, Answer> {
  /** Sends the choice. @throws RefusalError, ConnectionError */
  readonly send: (choice: Choice) => Promise<Answer>;
  /** Refetches what screens show of it: after an answer, until which they show the choice, and after a failure. */
  readonly refresh?: () => Promise<unknown>;
  /** Whether to send it again after a failure; never by default. */
  readonly retry?: (failures: number, error: Error) => boolean;
}

/**
 * A queue for each thing of one kind that a user saves as a whole, such as the payout: the order of choosing is the order
 * of saving. It outlives the screens, which show the newest choice from its press until it is saved or has failed. A
 * change of user cuts it: what waits is never sent, and what is under way has no effect here.
 */
export class SaveQueues<Choice> {
  private readonly pending = create<ReadonlyMap<string, Pending<Choice>>>(() => new Map());
  /** The end of the last save of each thing. They never reject. */
  private readonly tails = new Map<string, Promise<unknown>>();
  readonly subscribe = this.pending.subscribe;

  /** The newest choice that is not saved yet. */
  newest(thing: string): Choice | undefined {
    return this.pending.getState().get(thing)?.choice;
  }

  useNewest(thing: string): Choice | undefined {
    return this.pending((pending) => pending.get(thing)?.choice);
  }

  /** The newest choices by thing: the same map until one changes. */
  newestOfAll(): ReadonlyMap<string, Pending<Choice>> {
    return this.pending.getState();
  }

  useNewestOfAll(): ReadonlyMap<string, Pending<Choice>> {
    return this.pending();
  }

  /**
   * Saves a choice once the save of the same thing before it has ended, well or not. A newer choice replaces one that
   * waits, which is then never sent.
   * @returns the answer; null if there is a newer choice, whose outcome is the one to report
   * @throws what `send` throws, unless there is a newer choice
   */
  async save<Answer>(
    client: QueryClient,
    thing: string,
    choice: Choice,
    { send, refresh = async () => {}, retry = () => false }: Save<Choice, Answer>,
  ): Promise<Answer | null> {
    callerChange().addEventListener('abort', this.forget, { once: true });
    const own = { choice };
    this.change((pending) => pending.set(thing, own));
    const isNewest = () => this.newestOfAll().get(thing) === own;
    const settle = () => {
      if (isNewest()) {
        this.change((pending) => pending.delete(thing));
      }
    };
    const mutation = new MutationObserver(client, {
      mutationFn: async () => (isNewest() ? send(choice) : null),
      retry: (failures, error: Error) => isNewest() && retry(failures, error),
    });
    const saved = (this.tails.get(thing) ?? Promise.resolve()).then(() => mutation.mutate());
    const tail = saved.catch(() => {});
    this.tails.set(thing, tail);
    try {
      const answer = await saved;
      void refresh().finally(settle);
      return isNewest() ? answer : null;
    } catch (error) {
      if (!isNewest()) {
        return null;
      }
      settle();
      void refresh();
      throw error;
    }
  }

  private readonly forget = () => {
    this.tails.clear();
    this.pending.setState(new Map(), true);
  };

  private change(by: (pending: Map<string, Pending<Choice>>) => void): void {
    const pending = new Map(this.newestOfAll());
    by(pending);
    this.pending.setState(pending, true);
  }
}
