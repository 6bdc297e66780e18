/**
 * Loads all code after the first module: the build replaces its own helper for dynamic imports with this
 * (`vite.config.ts`). A browser remembers a failed module address for the life of a page, so modules are imported only
 * when their files are in the browser's cache ([decision
 * 71](../../../docs/decisions/0071-code-that-fails-is-fetched-again.md)).
 */

/** The pauses before each retry. */
const PAUSES_MS = [300, 1_000];

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

/** Loads files by their addresses, each once. @throws when one of them cannot be loaded */
export async function fetchFiles(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map(fetchOnce));
}

function fetchOnce(address: string): Promise<void> {
  const known = files.get(address);
  if (known) {
    return known;
  }
  const file = (address.endsWith('.css') ? addStyles : fetchFile)(address).catch((error: unknown) => {
    files.delete(address);
    throw error;
  });
  files.set(address, file);
  return file;
}

async function fetchFile(address: string): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await readFile(address, 'default');
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

async function readFile(address: string, cache: RequestCache): Promise<void> {
  const response = await fetch(address, { cache });
  if (!response.ok) {
    isOutdated ||= response.status === 404;
    throw new Error(`${address} could not be fetched: ${response.status}`);
  }
  await response.arrayBuffer();
}

async function addStyles(address: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${address}"]`)) {
    return;
  }
  await fetchFile(address);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}
