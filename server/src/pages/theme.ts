export type Theme = 'light' | 'dark';

const THEME_COOKIE = /(?:^|;)\s*theme=(light|dark)\s*(?:;|$)/;

/** The theme that somebody has chosen, from the header with their cookies, so that the page comes in it at once. */
export function themeOf(cookies: string | undefined): Theme | null {
  return (THEME_COOKIE.exec(cookies ?? '')?.[1] as Theme | undefined) ?? null;
}
