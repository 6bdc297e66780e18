import { RefusalError } from '../../api/call.js';
import { isTransient } from '../../api/query-client.js';
import type { PendingPhoto, PhotoDatabase } from './photo-database.js';

const RETRY_MS = 10_000;
/** The same photo may be accepted once the member has logged in or confirmed it is them. */
const PASSING_REFUSALS: readonly string[] = ['not-signed-in', 'factor-needed', 'member-proof-needed'];

interface State {
  /** The photos of the current member, oldest first. */
  readonly photos: readonly PendingPhoto[];
  /** The id of the photo that is being sent; null for none. */
  readonly sending: string | null;
  /** True if this browser keeps no photos: they are lost with the page. */
  readonly isUnsafe: boolean;
}

/**
 * The photos of a member that wait to be sent. They are kept in the browser until they have arrived, and sent one after
 * the other, again after a lost connection.
 */
export class PendingPhotos {
  private state: State = { photos: [], sending: null, isUnsafe: false };
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRunning = false;

  /**
   * @param send sends a photo; it may be sent twice
   * @param onStored called when a photo of the deal with this code has arrived
   */
  constructor(
    private readonly userId: string,
    private readonly database: PhotoDatabase,
    private readonly send: (photo: PendingPhoto) => Promise<unknown>,
    private readonly onStored: (code: string) => void | Promise<void>,
  ) {}

  /** Reads the photos that an earlier page has left, and sends them. @returns ends it */
  start(): () => void {
    const sendAgain = () => void this.sendAll();
    window.addEventListener('online', sendAgain);
    this.isRunning = true;
    this.database.readAll().then(
      (kept) => {
        const ids = new Set(this.state.photos.map(({ id }) => id));
        const earlier = kept.filter(({ id, userId }) => userId === this.userId && !ids.has(id));
        this.change({ photos: [...earlier, ...this.state.photos] });
        sendAgain();
      },
      () => this.change({ isUnsafe: true }),
    );
    return () => {
      this.isRunning = false;
      clearTimeout(this.timer);
      window.removeEventListener('online', sendAgain);
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): State => this.state;

  async add(photo: PendingPhoto): Promise<void> {
    this.change({ photos: [...this.state.photos, photo] });
    await this.database.put(photo).catch(() => this.change({ isUnsafe: true }));
    void this.sendAll();
  }

  /** Sends a photo again that was refused. */
  retry(id: string): void {
    this.replace(id, { fault: null });
    void this.sendAll();
  }

  async discard(id: string): Promise<void> {
    this.change({ photos: this.state.photos.filter((photo) => photo.id !== id) });
    await this.database.remove(id).catch(() => {});
  }

  private async sendAll(): Promise<void> {
    if (this.state.sending !== null) {
      return;
    }
    clearTimeout(this.timer);
    for (let next = this.next(); next && this.isRunning; next = this.next()) {
      const photo = next;
      this.change({ sending: photo.id });
      try {
        await this.send(photo);
        // The list of stored photos is read first, so that the photo does not disappear in between.
        await this.onStored(photo.code);
        await this.discard(photo.id);
      } catch (error) {
        if (isPassing(error)) {
          this.timer = setTimeout(() => void this.sendAll(), RETRY_MS);
          return;
        }
        this.replace(photo.id, { fault: (error as Error).message });
      } finally {
        this.change({ sending: null });
      }
    }
  }

  private next(): PendingPhoto | undefined {
    return this.state.photos.find(({ fault }) => fault === null);
  }

  private replace(id: string, changes: Partial<PendingPhoto>): void {
    this.change({
      photos: this.state.photos.map((photo) => (photo.id === id ? { ...photo, ...changes } : photo)),
    });
  }

  private change(changes: Partial<State>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) {
      listener();
    }
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof RefusalError ? PASSING_REFUSALS.includes(error.code) || isTransient(error) : true;
}
