import { describe, expect, it } from 'vitest';
import { accountText, parseAccountNumber, parseIban, parseRoutingNumber } from './bank-account.js';
import { groupedReference, paymentReference, referencesIn } from './payment-reference.js';

const REFERENCE = paymentReference(123_456_789_012_345_678n);

describe('a payment reference', () => {
  it('has the check digits of ISO 11649', () => {
    // The example of the standard.
    expect(referencesIn('RF18 5390 0754 7034')).toEqual(['RF18539007547034']);
    expect(REFERENCE).toMatch(/^RF\d\d[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(groupedReference(REFERENCE)).toMatch(/^RF\d\d( \w{4}){3}$/);
  });

  it('is found among words, spaces and hyphens, in small letters, and twice as one', () => {
    const typed = groupedReference(REFERENCE).toLowerCase();
    expect(referencesIn(`Payment ${typed}/shoes ${REFERENCE}`)).toEqual([REFERENCE]);
    expect(referencesIn(`RF12${typed.replaceAll(' ', '-')}`)).toEqual([REFERENCE]);
  });

  it('is read although O and I were written for 0 and 1', () => {
    const reference = paymentReference(32n);
    expect(referencesIn(reference.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual([reference]);
  });

  it('is not read with any wrong character, or with two that are swapped', () => {
    for (let place = 2; place < REFERENCE.length; place += 1) {
      const other = REFERENCE[place] === '7' ? '8' : '7';
      expect(referencesIn(REFERENCE.slice(0, place) + other + REFERENCE.slice(place + 1))).toEqual([]);
      const [one = '', two = ''] = REFERENCE.slice(place, place + 2);
      const swapped = REFERENCE.slice(0, place) + two + one + REFERENCE.slice(place + 2);
      expect(referencesIn(swapped)).toEqual(one === two || two === '' ? [REFERENCE] : []);
    }
  });

  it.each([0n, 1n, 32n ** 12n - 1n, 32n ** 12n])('of %s can be read back', (number) => {
    expect(referencesIn(paymentReference(number))).toEqual([paymentReference(number)]);
  });
});

describe('an account', () => {
  it.each([
    ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['gb29-nwbk-6016-1331-9268-19', 'GB29NWBK60161331926819'],
    ['DE89 3704 0044 0532 0130 01', null],
    ['DE98 3704 0044 0532 0130 00', null],
    ['3704 0044 0532 0130 00', null],
    ['', null],
  ])('with the IBAN %s', (text, iban) => {
    expect(parseIban(text)).toBe(iban);
  });

  it.each([
    ['021000021', '021000021'],
    ['0210-0002-1', '021000021'],
    ['021000022', null],
    ['000000000', null],
    ['02100002', null],
    ['abcdefghi', null],
  ])('at the bank with the routing number %s', (text, number) => {
    expect(parseRoutingNumber(text)).toBe(number);
  });

  it('of the United States has 4 to 17 digits', () => {
    expect(['123', '12 34-56', '1'.repeat(18), 'x1234'].map(parseAccountNumber)).toEqual([
      null,
      '123456',
      null,
      null,
    ]);
  });

  it('is shown in groups if it is an IBAN', () => {
    expect(['DE89370400440532013000', '123456'].map(accountText)).toEqual([
      'DE89 3704 0044 0532 0130 00',
      '123456',
    ]);
  });
});
