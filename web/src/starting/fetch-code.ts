/**
 * Loads all code after the first module: the build replaces its own helper for dynamic imports with this
 * (`vite.config.ts`). A browser remembers a failed module address for the life of a page, so modules are imported only
 * when their files are in the browser's memory or cache ([decision
 * 71](../../../docs/decisions/0071-code-that-fails-is-fetched-again.md)).
 */

/** The loaded and pending files by address. */
const files = new Map<string, Promise<void>>();

let isOutdated = false;

/** True if this page needs a full load: the server has a newer version, or a module cannot be imported again. */
export function isPageOutdated(): boolean {
  return isOutdated;
}

/**
 * Imports a module.
 * @param needed its files and those that it needs at once, without the leading slash
 * @throws when a file cannot be loaded; the next call tries again
 */
export async function fetchCode<Module>(
  importModule: () => Promise<Module>,
  needed: readonly string[] = [],
): Promise<Module> {
  await fetchFiles(needed.map((file) => `/${file}`));
  try {
    return await importModule();
  } catch (error) {
    isOutdated = true;
    throw error;
  }
}

/** Loads files that an import needs at once, each file once. @throws when one of them cannot be loaded */
export function fetchFiles(addresses: readonly string[]): Promise<unknown> {
  return Promise.all(addresses.map((address) => fetchOnce(address, preload)));
}

/** Loads files that may be needed soon: browsers warn of a preload without use. A later import reports failures. */
export function fetchAhead(addresses: readonly string[]): void {
  for (const address of addresses) {
    fetchOnce(address, readFile).catch(() => {});
  }
}

/** @param load the first attempt to load a script */
function fetchOnce(address: string, load: (address: string) => Promise<void>): Promise<void> {
  const known = files.get(address);
  if (known) {
    return known;
  }
  const file = fetchFile(address, load).catch((error: unknown) => {
    files.delete(address);
    throw error;
  });
  files.set(address, file);
  return file;
}

async function fetchFile(address: string, load: (address: string) => Promise<void>): Promise<void> {
  for (const [attempt, pauseMs] of [[load, 300] as const, [readFile, 1_000] as const]) {
    try {
      return await attempt(address);
    } catch {
      if (isOutdated) {
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  // Bypasses every cache, because a cache may hold a broken file.
  await readFile(address, 'reload');
}

/** The import takes the file from the page's memory, and sends no request. A failure does not tell its status. */
async function preload(address: string): Promise<void> {
  const link = document.createElement('link');
  try {
    await new Promise((onload, onerror) => {
      Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: '', href: address, onload, onerror });
      document.head.append(link);
    });
  } catch (error) {
    forgetPreload(address);
    throw error;
  }
}

/**
 * Chromium answers the next request for a script by its failed preload. This request is of a script that is not
 * executed, because it moves to another document.
 */
function forgetPreload(address: string): void {
  const script = Object.assign(document.createElement('script'), { crossOrigin: '', src: address });
  document.head.append(script);
  document.implementation.createHTMLDocument().adoptNode(script);
}

async function readFile(address: string, cache: RequestCache = 'default'): Promise<void> {
  const response = await fetch(address, { cache });
  if (!response.ok) {
    isOutdated ||= response.status === 404;
    throw new Error(`${response.status}: ${address}`);
  }
  await response.arrayBuffer();
}
