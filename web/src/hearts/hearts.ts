import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { unlessSignedOut } from '../api/call.js';
import {
  heartsQuery,
  onWatchChoice,
  removeWatch,
  type ShownWatch,
  setWatch,
  shownWatches,
  watchChoices,
} from '../api/watching.js';
import { showSuccess, showWarning } from '../ui/toast.js';

/** A watch to set. Without an alert, the alert does not change. */
type Begun = Pick<ShownWatch, 'size'> & Partial<ShownWatch>;

/**
 * The products that a user watches in any size, for the hearts of a page. Read once for all of them, and kept up to
 * date while any is shown.
 */
class Hearts {
  /** Redraws each heart shown. */
  private readonly shown = new Set<() => void>();
  /** The watches that a press has ended, by product. Another press restores them. */
  private readonly takenBack = new Map<number, readonly ShownWatch[]>();
  private read: readonly ShownWatch[] = [];
  private choices = watchChoices();
  private watched: ReadonlySet<number> = new Set();
  private stopReading = () => {};

  constructor(
    private readonly client: QueryClient,
    readonly userId: string,
  ) {}

  isWatched(productId: number): boolean {
    const { read, choices } = this;
    this.read = this.client.getQueryData(heartsQuery(this.userId).queryKey) ?? NOTHING;
    this.choices = watchChoices();
    if (read !== this.read || choices !== this.choices) {
      this.watched = new Set(shownWatches(this.read, this.choices).map(({ id }) => id));
    }
    return this.watched.has(productId);
  }

  /** @returns removes the heart */
  readonly show = (onChange: () => void): (() => void) => {
    this.shown.add(onChange);
    if (this.shown.size === 1) {
      this.stopReading = this.follow();
    }
    return () => {
      this.shown.delete(onChange);
      if (this.shown.size === 0) {
        this.stopReading();
      }
    };
  };

  /**
   * Watches a product, or stops watching it in all sizes. Shows at once, and is reverted on failure.
   * @returns true if the change is saved and still wanted
   */
  async change(productId: number, isWatched: boolean): Promise<boolean> {
    try {
      return await (isWatched ? this.begin(productId) : this.end(productId));
    } catch (error) {
      unlessSignedOut(({ message }) => showWarning(message))(error as Error);
      return false;
    }
  }

  private async begin(productId: number): Promise<boolean> {
    const begun: readonly Begun[] = this.takenBack.get(productId) ?? [{ size: null }];
    const answers = await Promise.all(
      begun.map(({ size, alert }) => setWatch(this.client, this.userId, { productId, size, alert })),
    );
    const isDone = answers.every((answer) => answer !== null);
    if (isDone) {
      this.takenBack.delete(productId);
    }
    return isDone;
  }

  private async end(productId: number): Promise<boolean> {
    const read = this.client.getQueryData(heartsQuery(this.userId).queryKey) ?? NOTHING;
    const ended = shownWatches(read, watchChoices()).filter(({ id }) => id === productId);
    this.takenBack.set(productId, ended);
    const answers = await Promise.all(
      ended.map(({ size }) => removeWatch(this.client, this.userId, { productId, size })),
    );
    const isDone = answers.every((answer) => answer !== null);
    if (isDone && ended.some(({ alert }) => alert !== null)) {
      showSuccess('The alert is off, too. Press the heart again to have it back.');
    }
    return isDone;
  }

  private follow(): () => void {
    const observer = new QueryObserver(this.client, {
      ...heartsQuery(this.userId),
      notifyOnChangeProps: ['data'],
    });
    const draw = () => {
      for (const onChange of this.shown) {
        onChange();
      }
    };
    const ends = [observer.subscribe(draw), onWatchChoice(draw)];
    return () => {
      for (const end of ends) {
        end();
      }
    };
  }
}

const NOTHING: readonly ShownWatch[] = [];

const heartsOfClient = new WeakMap<QueryClient, Hearts>();

/** The hearts of the page's user; another user gets new ones. */
export function heartsOf(client: QueryClient, userId: string): Hearts {
  const known = heartsOfClient.get(client);
  if (known?.userId === userId) {
    return known;
  }
  const hearts = new Hearts(client, userId);
  heartsOfClient.set(client, hearts);
  return hearts;
}
