import { describe, expect, it } from 'vitest';
import { CARRIER_FACTS, CARRIERS, trackingNumberOf } from './carriers.js';

describe('a tracking number', () => {
  it.each(CARRIERS)('of %s has the form of its example', (carrier) => {
    const { example } = CARRIER_FACTS[carrier];
    expect(trackingNumberOf(carrier, example)).toBe(example);
  });

  it('may be written in groups and in small letters', () => {
    expect(trackingNumberOf('ups', ' 1z 999 aa1 01 2345-6784 ')).toBe('1Z999AA10123456784');
  });

  it.each([
    ['usps', '420941059400111899223197428490', '9400111899223197428490'],
    ['usps', '4209410512349400111899223197428490', '9400111899223197428490'],
    ['fedex', '9622001900000000000000776632517510', '776632517510'],
    ['ups', '\u001d1Z999AA10123456784', '1Z999AA10123456784'],
  ] as const)('of %s is a part of what a scanner reads from a label', (carrier, label, number) => {
    expect(trackingNumberOf(carrier, label)).toBe(number);
  });

  it.each([
    ['ups', '1Z999AA1012345678'],
    ['ups', '986578788855'],
    ['usps', 'EA123456789GB'],
    ['fedex', '98657878885A'],
    ['dhl', '777777777'],
    ['dhl', ''],
  ] as const)('of %s is not %s', (carrier, text) => {
    expect(trackingNumberOf(carrier, text)).toBeNull();
  });
});
