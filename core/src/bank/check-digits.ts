const MODULUS = 97;

/** The remainder of a text of digits and capital letters modulo 97 (ISO 7064). Letters count as 10 to 35. */
function modulo97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % MODULUS;
  }
  return remainder;
}

/** True if the first four characters are a prefix and the check digits of the rest, as in IBANs and references. */
export function hasCheckDigits(text: string): boolean {
  return modulo97(text.slice(4) + text.slice(0, 4)) === 1;
}

/** The two check digits of a text with this prefix of two letters. */
export function checkDigits(prefix: string, text: string): string {
  return String(MODULUS + 1 - modulo97(`${text}${prefix}00`)).padStart(2, '0');
}
