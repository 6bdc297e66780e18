import { describe, expect, it } from 'vitest';
import { isEmail } from './identity.js';

const LONG_LABEL = 'a'.repeat(63);

describe('an e-mail', () => {
  it.each([
    'ada@example.com',
    'Ada.Lovelace+market@mail.example.co.uk',
    'o&m@example.com',
    'a/b@example.com',
    'a=b@example.com',
    '~a@example.com',
    "o'neil@example.com",
    "!#$%&'*+-/=?^_`{|}~@example.com",
    'a@b.io',
    '1@2.com',
    'a@xn--bcher-kva.xn--p1ai',
    `${'a'.repeat(64)}@example.com`,
    `a@${LONG_LABEL}.com`,
  ])('may be %s', (text) => expect(isEmail(text)).toBe(true));

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@exam ple.com',
    'a da@example.com',
    ' ada@example.com',
    'ada@example.com ',
    'ada@example.com\n',
    'ada\n@example.com',
    'ada\u0000@example.com',
    'ada\u007f@example.com',
    '"ada"@example.com',
    'ada(x)@example.com',
    'ada,bob@example.com',
    'ada;bob@example.com',
    'ada<bob@example.com>',
    'ada\\@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@.example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example.c',
    'ada@example.123',
    'ada@[127.0.0.1]',
    'ädä@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${LONG_LABEL}a.com`,
    `a@${`${LONG_LABEL}.`.repeat(4)}com`,
  ])('is not %j', (text) => expect(isEmail(text)).toBe(false));
});
