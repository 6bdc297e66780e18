import { readFileSync } from 'node:fs';
import { CALL_ADDRESSES } from '@perkex/contract/call-addresses.js';
import { IDENTITY_ADDRESSES } from '@perkex/contract/identity-addresses.js';
import { MAILS_OFF_PATH } from '@perkex/contract/notifications.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { patternsOf } from '@perkex/contract/path-of.js';
import { PROBLEMS } from '@perkex/contract/problems.js';
import { productDetailSchema } from '@perkex/contract/products.js';
import { describe, expect, it } from 'vitest';

const text = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');

function section(number: number): string {
  return text.split(/^## /m).find((part) => part.startsWith(`${number}. `)) ?? '';
}

/** The first cells of the rows of all tables in a section. */
function firstCells(number: number): string[] {
  return [...section(number).matchAll(/^\| (.*?) \|/gm)].map(([, cell = '']) => cell);
}

function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** The path in the specification's notation: `/{id}` for `/:id(^\d+$)`. */
function written(pattern: string): string {
  return pattern.replace(/:(\w+)(\([^)]*\))?/g, '{$1}');
}

describe('the specification', () => {
  it('has all calls of the contract in its tables, and no others', () => {
    const calls = firstCells(7).flatMap((cell) => {
      const [, method] = /^`(GET|POST) /.exec(cell) ?? [];
      return method === undefined
        ? []
        : codeIn(cell).map((code) => {
            const path = code.replace(/^(GET|POST) /, '').replace(/[?[].*$/, '');
            return `${method} ${path === '/' ? path : path.replace(/\/$/, '')}`;
          });
    });
    const addresses = [...Object.values(CALL_ADDRESSES), ...Object.values(IDENTITY_ADDRESSES)];
    const wanted = addresses.map(({ method, path }) => `${method} ${written(path)}`);
    expect([...new Set(calls)].sort()).toEqual(wanted.sort());
  });

  it('has all pages in its table, and no others', () => {
    const pages = firstCells(2).flatMap((cell) => (cell.startsWith('`/') ? codeIn(cell) : []));
    // "Each dashboard page also exists with the user's id in its path".
    const ofUsers = pages
      .filter((page) => page.startsWith('/dashboard/'))
      .map((page) => page.replace('/dashboard/', '/dashboard/{uid}/'));
    const wanted = [...Object.values(PAGE_PATHS).flatMap(patternsOf).map(written), MAILS_OFF_PATH];
    expect([...pages, ...ofUsers].sort()).toEqual(wanted.sort());
  });

  it('has all refusals of the market with their statuses', () => {
    const rows = [...section(8).matchAll(/^\| ([\d, ]+) \| (.*) \|$/gm)];
    const refusals = rows.flatMap(([, statuses = '', codes = '']) =>
      codeIn(codes)
        .filter((code) => code in PROBLEMS)
        .map((code) => [code, statuses.split(', ').map(Number)] as const),
    );
    const known = Object.keys(PROBLEMS).filter((code) => code === code.toLowerCase());
    expect(refusals.map(([code]) => code).sort()).toEqual(known.sort());
    for (const [code, statuses] of refusals) {
      expect(statuses, code).toContain(PROBLEMS[code as keyof typeof PROBLEMS].status);
    }
  });

  it('names every field of a product', () => {
    const [paragraph = ''] = /^\*\*Product\*\*:.*?\n\n/ms.exec(section(3)) ?? [];
    const fields = codeIn(paragraph);
    expect(Object.keys(productDetailSchema.shape).filter((field) => !fields.includes(field))).toEqual([]);
  });
});
