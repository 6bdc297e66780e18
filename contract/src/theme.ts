/** The two themes of the pages. */
export type Theme = 'light' | 'dark';

/** The cookie that holds the chosen theme; without it, the system's theme applies. */
export const THEME_COOKIE = 'theme';

export function isTheme(text: string | undefined): text is Theme {
  return text === 'light' || text === 'dark';
}
