/** The part of the browser's storage interface that is used here. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** Outlives the page; shared by all tabs. */
export const permanentStorage = openStorage(() => localStorage);

/** The key of the recently viewed product ids, latest first. */
export const VIEWED_KEY = 'viewed-products';

/** Lives as long as this tab. */
export const tabStorage = openStorage(() => sessionStorage);

/** Reads a stored JSON value, which may be anything; null without one. */
export function storedIn(storage: TextStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Browsers may refuse access to their storage; then this page's memory replaces it. */
function openStorage(open: () => Storage): TextStorage {
  const memory = new Map<string, string>();
  const withBrowser = <Result>(use: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return use(open());
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (key) => withBrowser((storage) => storage.getItem(key), null) ?? memory.get(key) ?? null,
    setItem(key, text) {
      if (!withBrowser((storage) => setIn(storage, key, text), false)) {
        memory.set(key, text);
      }
    },
    removeItem(key) {
      memory.delete(key);
      withBrowser((storage) => storage.removeItem(key), undefined);
    },
  };
}

function setIn(storage: Storage, key: string, text: string): true {
  storage.setItem(key, text);
  return true;
}
