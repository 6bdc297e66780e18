import { expect, it } from 'vitest';
import type { CallAddress } from './call-addresses.js';

const open = { method: 'GET', path: '/open', for: 'anybody' } as const;
const personal = { method: 'GET', path: '/own', for: 'user' } as const;

it('a cached response without tags, or of one user, does not compile', () => {
  const valid: CallAddress[] = [
    open,
    { ...open, isCached: true, tags: ['all books'] },
    { ...open, path: '/:id(^\\d+$)/open', isCached: true, tags: ['books'] },
    { ...personal, tags: ['own orders'] },
    { ...personal, scope: 'read' },
  ];
  const invalid: CallAddress[] = [
    // @ts-expect-error no tags
    { ...open, isCached: true },
    // @ts-expect-error an empty list of tags
    { ...open, isCached: true, tags: [] },
    // @ts-expect-error the data of one user
    { ...open, isCached: true, tags: ['own orders'] },
    // @ts-expect-error no product in the path
    { ...open, isCached: true, tags: ['books'] },
    // @ts-expect-error personal
    { ...personal, isCached: true, tags: ['all books'] },
    // @ts-expect-error public: it needs no scope
    { ...open, scope: 'read' },
    // @ts-expect-error of members, whose work no key does
    { ...personal, for: 'admin', scope: 'read' },
    // @ts-expect-error no such tag
    { ...personal, tags: ['forgotten'] },
  ];
  expect([valid.length, invalid.length]).toEqual([5, 8]);
});
