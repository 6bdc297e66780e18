import { useEffect, useLayoutEffect, useRef } from 'react';
import { useWhereabouts } from './hooks.js';

const STORAGE_KEY = 'perkex:scroll';
/** The number of history entries whose scroll position is remembered. */
const REMEMBERED = 200;

/**
 * Scrolls a new page to its top or to its hash, and restores the position on Back. Replacing an address of the same
 * page keeps the position.
 */
export function useScrollPosition(): void {
  const { location, movement } = useWhereabouts();
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
    const keep = () => positions.current?.set(shown.current.key, window.scrollY);
    const store = () => {
      storePositions(positions.current ?? new Map());
      history.scrollRestoration = 'auto';
    };
    const takeOver = () => {
      history.scrollRestoration = 'manual';
    };
    takeOver();
    window.addEventListener('scroll', keep, { passive: true });
    window.addEventListener('pagehide', store);
    window.addEventListener('pageshow', takeOver);
    return () => {
      window.removeEventListener('scroll', keep);
      window.removeEventListener('pagehide', store);
      window.removeEventListener('pageshow', takeOver);
    };
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Storage may be blocked, or contain anything. */
function readPositions(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    const entries = Array.isArray(stored) ? stored : [];
    return new Map(
      entries.filter((entry): entry is [string, number] => Array.isArray(entry) && Number.isFinite(entry[1])),
    );
  } catch {
    return new Map();
  }
}

function storePositions(positions: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-REMEMBERED)));
  } catch {
    // Without storage, pages start at their top.
  }
}
