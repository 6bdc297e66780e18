const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODE = /^[A-Z]{2}$/;

const codesByName = new Map<string, string>([['usa', 'US'], ['uk', 'GB'], ...namedCodes()]);

/** The names of countries in English, with their codes of ISO 3166. */
function namedCodes(): [string, string][] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));
  // Codes of former countries are those of today's, and ZZ is that of none.
  const codes = pairs.filter((code) => code !== 'ZZ' && new Intl.Locale(`und-${code}`).region === code);
  return codes.flatMap((code): [string, string][] => {
    const name = names.of(code);
    return name === undefined ? [] : [[name.toLowerCase(), code]];
  });
}

/** The code of a country that a user has written as its English name or its code; null for any other text. */
export function countryCode(text: string): string | null {
  const written = text.trim();
  const named = codesByName.get(written.toLowerCase());
  return named ?? (CODE.test(written) && [...codesByName.values()].includes(written) ? written : null);
}
