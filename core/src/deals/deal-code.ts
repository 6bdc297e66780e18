/** Crockford's base 32: no letter that is easily read as a digit. */
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE = CHARACTERS.length;

/**
 * A code has the first hexadecimal digits of an id: its time, its place among the ids of that time, and random bits.
 */
const HEX_DIGITS = 20;
const UUID_DIGITS = 32;
const GROUPS = /.{4}/g;
/** The product, the characters of the id, and the check character. */
const FORM = /^([1-9]\d{0,8})([0-9A-HJKMNP-TV-Z]{16})([0-9A-HJKMNP-TV-Z])$/;

/**
 * The deals that a code can mean: those of a product whose ids are in a range. It is one, except by an extreme chance.
 */
export interface DealCode {
  readonly productId: number;
  readonly firstId: string;
  readonly lastId: string;
}

/**
 * The code of a deal for people and scanners, such as `12-0V9K-2M3B-1RFH-TQ8Z-C`: the number of its product, the
 * beginning of its id, and a check character that detects each wrong character and nearly all that are swapped.
 */
export function dealCode({ productId, id }: { readonly productId: number; readonly id: string }): string {
  const bits = BigInt(`0x${id.replaceAll('-', '').slice(0, HEX_DIGITS)}`);
  const digits = bits.toString(BASE).padStart((HEX_DIGITS * 4) / 5, '0');
  const characters = [...digits].map((digit) => CHARACTERS[Number.parseInt(digit, BASE)]).join('');
  const groups = characters.match(GROUPS) ?? [];
  return [productId, ...groups, checkCharacter(`${productId}${characters}`)].join('-');
}

/** Parses the code of a deal, with or without its hyphens; null for any other text, or a wrong check character. */
export function parseDealCode(code: string): DealCode | null {
  const text = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const [, product = '', characters = '', check] = FORM.exec(text) ?? [];
  if (product === '' || check !== checkCharacter(product + characters)) {
    return null;
  }
  const bits = [...characters].reduce(
    (sum, each) => sum * BigInt(BASE) + BigInt(CHARACTERS.indexOf(each)),
    0n,
  );
  const head = bits.toString(16).padStart(HEX_DIGITS, '0');
  return {
    productId: Number(product),
    firstId: uuid(head.padEnd(UUID_DIGITS, '0')),
    lastId: uuid(head.padEnd(UUID_DIGITS, 'f')),
  };
}

/** The check character of the Luhn algorithm in base 32. */
function checkCharacter(text: string): string {
  const sum = [...text].reverse().reduce((sum, character, index) => {
    const value = CHARACTERS.indexOf(character) * (index % 2 === 0 ? 2 : 1);
    return sum + Math.floor(value / BASE) + (value % BASE);
  }, 0);
  return CHARACTERS.charAt((BASE - (sum % BASE)) % BASE);
}

function uuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
