import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { areValid, changeKind } from './change-kind.js';

const RENAMED = changeKind('test renamed', z.object({ id: z.int() }));
const GONE = changeKind('test gone', z.string());

it('reads the changes of one kind from a payload of several', () => {
  const changes = { ...RENAMED.of([{ id: 1 }]), ...GONE.of(['a', 'b']) };
  expect(changes).toEqual({ 'test renamed': [{ id: 1 }], 'test gone': ['a', 'b'] });
  expect([RENAMED.in(changes), GONE.in(changes)]).toEqual([[{ id: 1 }], ['a', 'b']]);
});

it('leaves a kind without changes out of the payload', () => {
  expect(GONE.of([])).toEqual({});
  expect(GONE.in({})).toEqual([]);
});

it.each([
  ['no changes', {}],
  ['changes of a kind that only a newer version declares', { 'test future': { any: 'thing' } }],
])('accepts a payload with %s', (_what, changes) => {
  expect(areValid(changes)).toBe(true);
});

it.each([
  ['no list of changes', { 'test gone': 'a' }],
  ['an invalid change of one kind', { ...GONE.of(['a']), 'test renamed': [{ id: 'x' }] }],
])('rejects a payload with %s', (_what, changes) => {
  expect(areValid(changes)).toBe(false);
});

it('rejects a second kind with the same key', () => {
  expect(() => changeKind('test gone', z.string())).toThrow('two kinds of changes with the key test gone');
});
