/** Text by key, as much of the browser's own storage as it gives out. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** What outlives the page, shared by all tabs. */
export const permanentStorage = openStorage(() => localStorage);

/** What lives as long as this tab. */
export const tabStorage = openStorage(() => sessionStorage);

/** A browser may refuse its storage, even to read it; then the memory of this page takes its place. */
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
