import { describe, expect, it } from 'vitest';
import { dealCode, parseDealCode } from './deal-code.js';

const ID = '019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f12';
const CODE = dealCode({ productId: 12, id: ID });

describe('the code of a deal', () => {
  it('has the number of its product, and names its id among those of the product', () => {
    expect(CODE).toMatch(/^12(-[0-9A-Z]{4}){4}-[0-9A-Z]$/);
    const { productId, firstId, lastId } = parseDealCode(CODE) ?? {};
    expect([productId, firstId, lastId]).toEqual([
      12,
      '019ac1a2-5b1c-7d1e-8f3a-000000000000',
      '019ac1a2-5b1c-7d1e-8f3a-ffffffffffff',
    ]);
  });

  it.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
    'is as long for the id %s',
    (id) => {
      const code = dealCode({ productId: 999_999_999, id });
      expect(code).toHaveLength(9 + CODE.length - 2);
      expect(parseDealCode(code)?.firstId.slice(0, 24)).toBe(id.slice(0, 24));
    },
  );

  it('is read without hyphens, in small letters, and with letters that look like its digits', () => {
    const expected = parseDealCode(CODE);
    const asTyped = [
      CODE.replaceAll('-', ''),
      ` ${CODE.toLowerCase()} `,
      CODE.replaceAll('0', 'O').replaceAll('1', 'l').replace('l', '1'),
    ];
    expect(asTyped.map(parseDealCode)).toEqual([expected, expected, expected]);
  });

  it('with a wrong character is refused, wherever it is', () => {
    const text = CODE.replaceAll('-', '');
    for (let place = 0; place < text.length; place += 1) {
      const others = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'].filter((each) => each !== text[place]);
      for (const other of others) {
        const wrong = text.slice(0, place) + other + text.slice(place + 1);
        expect(parseDealCode(wrong), wrong).toBeNull();
      }
    }
  });

  it.each([
    '',
    '12',
    ID,
    `12/${ID}`,
    '12-0000',
    `${'9'.repeat(400)}-0000`,
    '12-ÀÀÀÀ-0000-0000-0000-0',
    "12'; --",
  ])('is not %j', (text) => {
    expect(parseDealCode(text)).toBeNull();
  });
});
