import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { groupBy } from '@perkex/core/group-by.js';
import { slugOf } from '@perkex/core/market/slug.js';
import { type BrandTexts, readBrandTexts } from '@perkex/server/brands/brand-texts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSneakers } from '../src/sneakers.js';

describe('the texts about brands and models', () => {
  let texts: BrandTexts;

  beforeAll(async () => {
    texts = await readBrandTexts();
  });

  it('exist for every brand of the demonstration market, and for every model with two products', async () => {
    const sneakers = await readSneakers();
    const brands = new Set(sneakers.map(({ brand }) => slugOf(brand)));
    expect([...brands].filter((slug) => texts.brandText(slug) === null)).toEqual([]);
    const ofModel = groupBy(sneakers, ({ brand, model }) => `${slugOf(brand)}/${slugOf(model ?? '')}`);
    const models = [...ofModel].filter(([, products]) => products.length > 1).map(([name]) => name);
    expect(models.length).toBeGreaterThan(15);
    const textOf = (name: string) => texts.modelText(...(name.split('/') as [string, string]));
    expect(models.filter((name) => textOf(name) === null)).toEqual([]);
    for (const html of [...[...brands].map(texts.brandText), ...models.map(textOf)]) {
      const words = html?.split(/\s+/).length ?? 0;
      expect(words).toBeGreaterThanOrEqual(60);
      expect(words).toBeLessThanOrEqual(121);
      expect(html).toMatch(/^<p>/);
    }
  });

  it('are all used', () => {
    expect(texts.unusedFiles).toEqual([]);
  });

  it('do not exist for other names, whatever these are', () => {
    expect(texts.brandText('unknown')).toBeNull();
    expect(texts.modelText('jordan', 'nothing')).toBeNull();
    for (const slug of ['', '..', '../help/fees', '__proto__', 'jordan/air-jordan-4', 'Jordan']) {
      expect(texts.modelText('jordan', slug)).toBeNull();
      expect(texts.modelText(slug, 'air-jordan-4')).toBeNull();
    }
  });
});

describe('a folder of texts', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'perkex-brands-'));
    await mkdir(path.join(folder, 'own-brand', 'deeper'), { recursive: true });
    const files = {
      'own-brand.md': 'Made *here*. <script>alert(1)</script>',
      'own-brand/runner-2.md': 'Runs.',
      'Own Brand.md': '',
      'own-brand/Runner.md': '',
      'own-brand/deeper/model.md': '',
      'notes.txt': '',
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(path.join(folder, name), text);
    }
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('is read as Markdown; HTML in it is shown, not interpreted', async () => {
    const { brandText, modelText } = await readBrandTexts(folder);
    expect(brandText('own-brand')).toBe('<p>Made <em>here</em>. &lt;script&gt;alert(1)&lt;/script&gt;</p>\n');
    expect(modelText('own-brand', 'runner-2')).toBe('<p>Runs.</p>\n');
  });

  it('names the files that no page will show', async () => {
    expect((await readBrandTexts(folder)).unusedFiles).toEqual([
      'Own Brand.md',
      'notes.txt',
      'own-brand/Runner.md',
      'own-brand/deeper/model.md',
    ]);
  });

  it('may be missing', async () => {
    const texts = await readBrandTexts(path.join(folder, 'nothing'));
    expect([texts.brandText('own-brand'), texts.unusedFiles]).toEqual([null, []]);
  });
});
