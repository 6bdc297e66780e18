import { hasCheckDigits } from './check-digits.js';

const IBAN = /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/;
const ACCOUNT_NUMBER = /^\d{4,17}$/;
const ROUTING_NUMBER = /^\d{9}$/;
const ROUTING_WEIGHTS = [3, 7, 1];

/** An account that money can be sent to. `bankCode` is the routing number of one without an IBAN. */
export interface BankAccount {
  readonly holder: string;
  readonly account: string;
  readonly bankCode: string | null;
}

/** True for text that is meant as an IBAN: it begins with the letters of a country. */
export function looksLikeIban(text: string): boolean {
  return /^[A-Z]{2}/.test(compact(text));
}

/** An IBAN without spaces; null for any other text, or wrong check digits. */
export function parseIban(text: string): string | null {
  const iban = compact(text);
  return IBAN.test(iban) && hasCheckDigits(iban) ? iban : null;
}

/** The number of an account at a bank of the United States, without spaces and hyphens; null for any other text. */
export function parseAccountNumber(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return ACCOUNT_NUMBER.test(digits) ? digits : null;
}

/** A routing number (ABA); null for any other text, or a wrong check digit. */
export function parseRoutingNumber(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  const sum = [...digits].reduce(
    (sum, digit, index) => sum + Number(digit) * (ROUTING_WEIGHTS[index % ROUTING_WEIGHTS.length] ?? 0),
    0,
  );
  return ROUTING_NUMBER.test(digits) && sum > 0 && sum % 10 === 0 ? digits : null;
}

function compact(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** An IBAN in groups of four, and an account number as it is. */
export function accountText(account: string): string {
  return looksLikeIban(account) ? (account.match(/.{1,4}/g) ?? [account]).join(' ') : account;
}
