import type { PhotoSubject } from '@perkex/core/verification/rejections.js';

/** A photo that has not arrived at the server yet. */
export interface PendingPhoto {
  readonly id: string;
  /** The member who took it. */
  readonly userId: string;
  readonly code: string;
  readonly subject: PhotoSubject;
  /** A `data:` URL. */
  readonly image: string;
  /** Why the server refused it; null while it may still be sent. */
  readonly fault: string | null;
}

/** Where photos are kept until they arrive. */
export interface PhotoDatabase {
  readAll(): Promise<PendingPhoto[]>;
  put(photo: PendingPhoto): Promise<void>;
  remove(id: string): Promise<void>;
}

const NAME = 'perkex-desk';
const STORE = 'photos';

/** The database of this browser. Each operation rejects if the browser keeps nothing, as in some private windows. */
export function browserDatabase(): PhotoDatabase {
  let opening: Promise<IDBDatabase> | null = null;
  const open = () => {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return opening;
  };
  async function run<Result>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    const database = await open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }
  return {
    readAll: () => run('readonly', (store) => store.getAll() as IDBRequest<PendingPhoto[]>),
    put: async (photo) => void (await run('readwrite', (store) => store.put(photo))),
    remove: (id) => run('readwrite', (store) => store.delete(id)),
  };
}
