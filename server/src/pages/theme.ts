import { isTheme, THEME_COOKIE, type Theme } from '@perkex/contract/theme.js';

const COOKIE = new RegExp(String.raw`(?:^|;)\s*${THEME_COOKIE}=(\w+)\s*(?:;|$)`);

/** The visitor's theme from the cookie header, so that the page has it from the start. */
export function themeOf(cookies: string | undefined): Theme | null {
  const text = COOKIE.exec(cookies ?? '')?.[1];
  return isTheme(text) ? text : null;
}
