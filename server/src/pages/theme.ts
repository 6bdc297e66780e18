import { isTheme, THEME_COOKIE, type Theme } from '@perkex/contract/theme.js';

const COOKIE = new RegExp(String.raw`(?:^|;)\s*${THEME_COOKIE}=(\w+)\s*(?:;|$)`);

/** The theme that somebody has chosen, from the header with their cookies, so that the page comes in it at once. */
export function themeOf(cookies: string | undefined): Theme | null {
  const text = COOKIE.exec(cookies ?? '')?.[1];
  return isTheme(text) ? text : null;
}
