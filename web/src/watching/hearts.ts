import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { ConnectionError, unlessSignedOut } from '../api/call.js';
import { heartsQuery } from '../api/watching.js';
import { showWarning } from '../ui/toast.js';
import type { HeartedProduct } from './hearted-product.js';

/** What somebody has asked for by a press, until it is done or has failed. */
interface Wish {
  readonly isWatched: boolean;
}

/**
 * Which products a user watches, in whatever size, as the hearts of a page show it: read once for all of them, and for as
 * long as any is shown.
 */
export class Hearts {
  /** What has each heart drawn anew. */
  private readonly shown = new Set<() => void>();
  private readonly wishes = new Map<number, Wish>();
  private watched: ReadonlySet<number> = new Set();
  private stopReading = () => {};

  /** @param uid empty for a visitor */
  constructor(
    private readonly client: QueryClient,
    readonly uid: string,
  ) {}

  isWatched(productId: number): boolean {
    return this.wishes.get(productId)?.isWatched ?? this.watched.has(productId);
  }

  /** @returns what takes the heart away */
  readonly show = (onChange: () => void): (() => void) => {
    this.shown.add(onChange);
    if (this.shown.size === 1 && this.uid !== '') {
      this.stopReading = this.read();
    }
    return () => {
      this.shown.delete(onChange);
      if (this.shown.size === 0) {
        this.stopReading();
      }
    };
  };

  /**
   * Watches a product, or stops: it shows at once, and is as before if it fails. Visitors are led to the login page.
   * @returns whether it is done
   */
  async change(product: HeartedProduct, isWatched: boolean): Promise<boolean> {
    const wish = { isWatched };
    if (this.uid !== '') {
      this.wishes.set(product.id, wish);
      this.draw();
    }
    const isDone = await this.fulfil(product, wish);
    if (this.wishes.get(product.id) === wish) {
      this.wishes.delete(product.id);
      this.draw();
    }
    return isDone;
  }

  private async fulfil(product: HeartedProduct, { isWatched }: Wish): Promise<boolean> {
    try {
      const { answerPress } = await import('./answer-press.js').catch(() => {
        throw new ConnectionError();
      });
      return await answerPress(this.client, this.uid, product, isWatched);
    } catch (error) {
      unlessSignedOut(({ message }) => showWarning(message))(error as Error);
      return false;
    }
  }

  private read(): () => void {
    const observer = new QueryObserver(this.client, {
      ...heartsQuery(this.uid),
      notifyOnChangeProps: ['data'],
    });
    const take = ({ data }: ReturnType<typeof observer.getCurrentResult>) => {
      if (data) {
        this.watched = new Set(data.map(({ id }) => id));
        this.draw();
      }
    };
    const stop = observer.subscribe(take);
    take(observer.getCurrentResult());
    return stop;
  }

  private draw(): void {
    for (const onChange of this.shown) {
      onChange();
    }
  }
}
