const E164 = /^\+[1-9]\d{6,14}$/;
const MAX_LENGTH = 40;
const ENDING_DIGITS = 4;

/** Normalizes a number with its country code to E.164, ignoring spacing; null for anything else. */
export function readPhoneNumber(text: string): string | null {
  if (text.length > MAX_LENGTH) {
    return null;
  }
  const number = text.replaceAll(/[\s().\u2010-\u2015/-]/g, '');
  return E164.test(number) ? number : null;
}

/** Only the end of a number, enough for its owner to recognize it, such as '•••• 0100'. */
export function phoneEnding(number: string): string {
  return `•••• ${number.slice(-ENDING_DIGITS)}`;
}
