import { isTheme, THEME_COOKIE, type Theme } from '@perkex/contract/theme.js';
import { useSyncExternalStore } from 'react';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const listeners = new Set<() => void>();

/** The current theme: the chosen one, or the system's, which is unknown during server-side rendering. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'light');
}

/** A theme, or that of the system, whatever it becomes. */
export type ThemeChoice = Theme | 'system';

/**
 * The choice after the current one: from the system's theme to the other one, then to the one that the system has, and
 * back to following the system.
 */
export function useNextTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, nextTheme, () => 'dark');
}

function nextTheme(): ThemeChoice {
  const isChosen = isTheme(document.documentElement.dataset.theme);
  const systemTheme = systemIsDark().matches ? 'dark' : 'light';
  const theme = currentTheme();
  return isChosen && theme === systemTheme ? 'system' : theme === 'dark' ? 'light' : 'dark';
}

/** Stored in a cookie, so that the server can render the theme and nothing flashes. */
export function chooseTheme(choice: ThemeChoice): void {
  const seconds = choice === 'system' ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${THEME_COOKIE}=${choice}; path=/; max-age=${seconds}; samesite=lax`;
  if (choice === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = choice;
  }
  for (const listener of listeners) {
    listener();
  }
}

function systemIsDark(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  if (isTheme(theme)) {
    return theme;
  }
  return systemIsDark().matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const system = systemIsDark();
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
