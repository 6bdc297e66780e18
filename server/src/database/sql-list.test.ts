import { expect, it } from 'vitest';
import { sqlList } from './sql-list.js';

it('writes values as a list of texts, whatever their characters', () => {
  expect(sqlList(['lost'])).toBe(`('lost')`);
  expect(sqlList(['lost', 'closed'])).toBe(`('lost', 'closed')`);
  expect(sqlList([`it's`, 'a\\'])).toBe(`('it''s',  E'a\\\\')`);
});
