import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { generatedParts, withParts } from './deals-page.js';

const PAGE = fileURLToPath(new URL('../../docs/deals.md', import.meta.url));

it('docs/deals.md shows the table of transitions (npm run deals writes it)', async () => {
  const page = await readFile(PAGE, 'utf8');
  await expect(withParts(page, generatedParts())).toMatchFileSnapshot(PAGE);
});

it('a page without the marks of a part is refused', () => {
  expect(() => withParts('no marks', { money: '' })).toThrow('no marks for money');
});
