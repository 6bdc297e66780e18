import { useEffect, useLayoutEffect, useRef } from 'react';
import { useRouterLocation } from '../routing/hooks.js';
import { decoded } from '../routing/path-pattern.js';
import { storedIn, tabStorage } from '../storage/storage.js';

const STORAGE_KEY = 'perkex:scroll';
/** The number of history entries whose scroll position is remembered. */
const REMEMBERED = 200;

/**
 * Scrolls a new page to its top or to its hash, and restores the position on Back. Replacing an address of the same
 * page keeps the position.
 */
export function useScrollPosition(): void {
  const { location, movement } = useRouterLocation();
  const { key, pathname, hash } = location;
  const positions = useRef<Map<string, number>>(null);
  positions.current ??= readPositions();
  const shown = useRef({ key, pathname });

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    if (before.key === key) {
      return; // the browser restores the first page, also after a reload
    }
    if (movement === 'pop') {
      window.scrollTo(0, positions.current?.get(key) ?? 0);
    } else if (movement === 'push' || before.pathname !== pathname) {
      scrollToStart(hash);
    }
  }, [key, pathname, hash, movement]);

  useEffect(() => {
    const { history } = window;
    const listening = new AbortController();
    const { signal } = listening;
    const takeOver = () => {
      history.scrollRestoration = 'manual';
    };
    takeOver();
    const keep = () => positions.current?.set(shown.current.key, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true, signal });
    const store = () => {
      const newest = [...(positions.current ?? [])].slice(-REMEMBERED);
      tabStorage.setItem(STORAGE_KEY, JSON.stringify(newest));
      history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', store, { signal });
    window.addEventListener('pageshow', takeOver, { signal });
    return () => listening.abort();
  }, []);
}

function scrollToStart(hash: string): void {
  const target = hash === '' ? null : document.getElementById(decoded(hash.slice(1)));
  if (target) {
    target.scrollIntoView();
  } else {
    window.scrollTo(0, 0);
  }
}

/** The storage may contain anything. */
function readPositions(): Map<string, number> {
  const stored = storedIn(tabStorage, STORAGE_KEY);
  const isEntry = (entry: unknown): entry is [string, number] =>
    Array.isArray(entry) && Number.isFinite(entry[1]);
  return new Map(Array.isArray(stored) ? stored.filter(isEntry) : []);
}
