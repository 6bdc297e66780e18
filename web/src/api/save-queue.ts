import { MutationObserver, notifyManager, type QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { callerChange } from './call.js';

/** A choice that is not saved yet. An object, so that equal choices have different identities. */
interface Pending<Choice> {
  readonly choice: Choice;
}

interface Save<Choice, Answer> {
  /** Sends the choice. @throws RefusalError, ConnectionError */
  readonly send: (choice: Choice) => Promise<Answer>;
  /** Refetches the data on the screens, after a success or a failure. The screens show the choice until then. */
  readonly refresh?: () => Promise<unknown>;
  /** Returns true to retry after a failure; there are no retries by default. */
  readonly retry?: (failures: number, error: Error) => boolean;
}

/**
 * Save queues for the things of one kind that a user saves as a whole, such as the payout. Choices are saved in the
 * order in which they are made. A queue outlives the screens, which show the newest choice until it is saved or has
 * failed. A change of user empties it: waiting choices are never sent, and the result of a pending save has no effect
 * here.
 */
export class SaveQueues<Choice> {
  private readonly pending = create<ReadonlyMap<string, Pending<Choice>>>(() => new Map());
  /** The end of the last save of each thing. These promises never reject. */
  private readonly tails = new Map<string, Promise<unknown>>();
  readonly subscribe = this.pending.subscribe;

  /** The newest choice that is not saved yet. */
  newest(thing: string): Choice | undefined {
    return this.pending.getState().get(thing)?.choice;
  }

  useNewest(thing: string): Choice | undefined {
    return this.pending((pending) => pending.get(thing)?.choice);
  }

  /** The newest choices by thing. Returns the same map until one changes. */
  newestOfAll(): ReadonlyMap<string, Pending<Choice>> {
    return this.pending.getState();
  }

  useNewestOfAll(): ReadonlyMap<string, Pending<Choice>> {
    return this.pending();
  }

  /**
   * Saves a choice after the previous save of the same thing has ended, with or without success. A newer choice
   * replaces a waiting one, which is then never sent.
   * @returns the response; null if there is a newer choice, whose outcome is the one to report
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
      // The screens get what was read from the queue of the cache, and show the choice until then.
      void refresh().finally(() => notifyManager.schedule(settle));
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
