import type { Account } from './accounts.js';
import { DESKTOP } from './browser.js';

/** How a person opens their browser. */
export interface PersonOptions {
  readonly url: string;
  /** The user whose login the browser remembers; without it, no user is logged in. */
  readonly account?: Account;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The number of pixels of the screen in a pixel of CSS, 1 by default. */
  readonly deviceScaleFactor?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** The server's time zone by default. */
  readonly timezoneId?: string;
  /** Without scripts, pages are only what the server renders. */
  readonly hasScripts?: boolean;
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** Additional headers of every request of the browser. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the test controls the page's clock. */
  readonly hasOwnClock?: boolean;
  /** True if the screen supports touch. */
  readonly hasTouch?: boolean;
  /** True for a browser that has cached nothing. */
  readonly isFirstVisit?: boolean;
}

type Looks = Pick<PersonOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>;

/** The screen and the preferences of a person. */
export function looksOf({ viewport = DESKTOP, colorScheme = 'light', reducedMotion = 'reduce' }: Looks) {
  return { viewport, colorScheme, reducedMotion } as const;
}
