import { PAGES } from '@perkex/contract/pages.js';
import { isAtPattern } from '@perkex/contract/path-of.js';

const SOME_ORIGIN = 'https://market.invalid';
/** No spaces, controls, backslashes and other alphabets, which browsers could read differently from people. */
const PRINTABLE = /^[!-[\]-~]+$/;

/** True for the path of a page of this market that visitors can open, with any query. */
export function isMarketPath(text: string): boolean {
  if (!text.startsWith('/') || !PRINTABLE.test(text) || !URL.canParse(text, SOME_ORIGIN)) {
    return false;
  }
  const { origin, pathname } = new URL(text, SOME_ORIGIN);
  return (
    origin === SOME_ORIGIN &&
    Object.values(PAGES).some(({ layout, path }) => layout !== 'desk' && isAtPattern(path, pathname))
  );
}
