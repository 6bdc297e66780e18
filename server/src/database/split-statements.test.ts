import { expect, it } from 'vitest';
import { splitStatements } from './split-statements.js';

it.each([
  ['nothing', '\n-- only a comment; with a semicolon\n', []],
  ['statements, the last without its end', 'select 1;\nselect 2', ['select 1', 'select 2']],
  ['a text with a semicolon', `select 'a;b', 'it''s;';select 2;`, [`select 'a;b', 'it''s;'`, 'select 2']],
  ['a name with a semicolon', 'select 1 as "a;b"; ', ['select 1 as "a;b"']],
  ['a comment inside', 'select 1, -- one; two\n 2;', ['select 1, -- one; two\n 2']],
  ['a comment before', '-- why; and how\nselect 1;', ['-- why; and how\nselect 1']],
  ['a long comment', 'select /* a;\nb */ 1;', ['select /* a;\nb */ 1']],
  ['a dollar-quoted body', 'do $$ begin x; end $$; select $1;', ['do $$ begin x; end $$', 'select $1']],
  ['a dollar-quoted body with a tag', 'do $a$ $$;$$ ; $a$;', ['do $a$ $$;$$ ; $a$']],
])('splits %s', (_what, sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements);
});
