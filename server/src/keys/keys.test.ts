import { describe, expect, it } from 'vitest';
import { isAmong } from './allowed-addresses.js';
import { isKeyText, newKeyText } from './key-text.js';

describe('a key', () => {
  it('has the prefix, 32 random digits and a checksum', () => {
    const keys = Array.from({ length: 50 }, newKeyText);
    expect(keys.filter((key) => !/^pkx_live_[0-9A-Za-z]{38}$/.test(key))).toEqual([]);
    expect(new Set(keys).size).toBe(50);
    expect(keys.filter((key) => !isKeyText(key))).toEqual([]);
  });

  it('is refused without a lookup if one character is wrong', () => {
    const key = newKeyText();
    for (let place = 0; place < key.length; place += 1) {
      const wrong = key[place] === 'x' ? 'y' : 'x';
      expect(isKeyText(key.slice(0, place) + wrong + key.slice(place + 1)), `at ${place}`).toBe(false);
    }
    for (const text of ['', 'pkx_live_', key.slice(1), `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase()]) {
      expect(isKeyText(text), text).toBe(false);
    }
  });
});

describe('allowed addresses', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.8', ['198.51.100.1', '203.0.113.0/24'], true],
    ['203.0.114.8', ['203.0.113.0/24'], false],
    ['203.0.113.8', ['0.0.0.0/0'], true],
    ['::ffff:203.0.113.8', ['203.0.113.0/24'], true],
    ['2001:db8::1', ['203.0.113.0/24'], false],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['', ['0.0.0.0/0'], false],
    ['unknown', ['0.0.0.0/0', '::/0'], false],
  ])('%j among %j: %s', (address, allowed, isAllowed) => {
    expect(isAmong(address, allowed)).toBe(isAllowed);
  });
});
