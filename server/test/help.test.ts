import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HelpIndex, HelpPage } from '@perkex/contract/help.js';
import { SORT_NAMES } from '@perkex/contract/sort-names.js';
import { buyerFees, sellerFees } from '@perkex/core/fees.js';
import { coloursOf } from '@perkex/core/finding/colours.js';
import { amountText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { SELLER_LEVELS } from '@perkex/core/seller-levels.js';
import { convertSize } from '@perkex/core/sizing/convert-size.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHelp } from '../src/help/read-help.js';
import { PUBLIC_URL, useMarket } from './test-app.js';
import { readPage, useWebBuild } from './web-build.js';

const HELP = fileURLToPath(new URL('../help/', import.meta.url));
const FOOTER = fileURLToPath(new URL('../../web/src/footer/footer-links.tsx', import.meta.url));

const web = useWebBuild();
const market = useMarket(async () => ({ pages: await web.build() }));
let index: HelpIndex;

beforeAll(async () => {
  index = (await market.app.inject('/api/help')).json<HelpIndex>();
});

async function read(slug: string): Promise<HelpPage> {
  return (await market.app.inject(`/api/help/${slug}`)).json<HelpPage>();
}

describe('the help pages', () => {
  it('are those of server/help, listed by their places', async () => {
    const files = (await readdir(HELP)).map((file) => {
      const [, facts = ''] = readFileSync(path.join(HELP, file), 'utf8').split('---\n');
      const [, place] = /^place: (\d+)$/m.exec(facts) ?? [];
      return { slug: path.parse(file).name, place: Number(place), needsDeals: /^needs: deals$/m.test(facts) };
    });
    const ofEveryMarket = files.filter(({ needsDeals }) => !needsDeals).sort((a, b) => a.place - b.place);
    expect(ofEveryMarket.length).toBeGreaterThan(5);
    expect(new Set(files.map(({ place }) => place)).size).toBe(files.length);
    expect(index.map(({ slug }) => slug)).toEqual(ofEveryMarket.map(({ slug }) => slug));
  });

  it('are all linked at the foot of each page', () => {
    const footer = readFileSync(FOOTER, 'utf8');
    const missing = index.filter(({ slug }) => !footer.includes(`paths.helpPage('${slug}')`));
    expect(missing, 'Add their links to COLUMNS in web/src/footer/footer-links.tsx.').toEqual([]);
  });

  it('are pages for search engines, each with its own head and text', async () => {
    for (const { slug, title, description } of index) {
      const answer = await market.app.inject(`/help/${slug}`);
      const { title: found, meta, canonical, firstScreen } = readPage(answer);
      expect([answer.statusCode, found, meta.description]).toEqual([200, `${title} | PerkeX`, description]);
      expect([canonical, meta.robots]).toEqual([`${PUBLIC_URL}/help/${slug}`, undefined]);
      expect(firstScreen).toMatchObject({ help: await read(slug), helpIndex: index });
    }
  });

  it('link only to pages that exist', async () => {
    for (const { slug } of index) {
      const links = [...(await read(slug)).html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);
      for (const link of links) {
        const { statusCode } = await market.app.inject(link);
        expect([slug, link, statusCode]).toEqual([slug, link, 200]);
      }
    }
  });

  it('that do not exist are a 404 that lists the others', async () => {
    const answer = await market.app.inject('/help/nothing');
    const { title, meta, canonical, firstScreen } = readPage(answer);
    expect([answer.statusCode, title, meta.robots]).toEqual([404, 'No such page | PerkeX', 'noindex']);
    expect([canonical, firstScreen]).toEqual([undefined, { help: null, helpIndex: index }]);
    expect((await market.app.inject('/api/help/nothing')).statusCode).toBe(404);
    expect((await market.app.inject('/help/..%2fdemo%2fsneakers')).statusCode).toBe(404);
  });
});

describe('the examples of fees', () => {
  /** The rows of the tables, each cell as displayed. */
  async function rows(): Promise<string[][]> {
    const { html } = await read('fees');
    return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)]
      .map(([, row = '']) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell))
      .filter((cells) => cells.length > 0);
  }
  const centsOf = (cell: string | undefined) => dollarsToCents(Number.parseInt(cell ?? '', 10));

  it('match the sellers’ fees in the code', async () => {
    const ofSellers = (await rows()).filter(({ length }) => length === 5);
    expect(ofSellers.length).toBeGreaterThan(3);
    for (const cells of ofSellers) {
      const fees = sellerFees(centsOf(cells[0]));
      const { transactionFeeCents, processingFeeCents, shippingCents, totalCents } = fees;
      expect(cells.slice(1)).toEqual(
        [transactionFeeCents, processingFeeCents, shippingCents, totalCents].map(amountText),
      );
    }
  });

  it('match the levels of sellers in the code', async () => {
    const ofLevels = (await rows()).filter(({ length }) => length === 3);
    expect(ofLevels).toEqual(
      SELLER_LEVELS.map(({ level, minSales, transactionFeePerMille }) => [
        ...[String(level), String(minSales), `${transactionFeePerMille / 10}%`],
      ]),
    );
  });

  it('match the buyers’ fees in the code', async () => {
    const ofBuyers = (await rows()).filter(({ length }) => length === 4);
    expect(ofBuyers.length).toBeGreaterThan(3);
    for (const cells of ofBuyers) {
      const { processingFeeCents, shippingCents, totalCents } = buyerFees(centsOf(cells[0]));
      expect(cells.slice(1)).toEqual([processingFeeCents, shippingCents, totalCents].map(amountText));
    }
  });
});

describe('the examples of sizes', () => {
  it('match the brands’ charts', async () => {
    const { html } = await read('sizes');
    const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)]
      .map(([, row = '']) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell))
      .filter(({ length }) => length === 4);
    expect(rows.length).toBeGreaterThan(4);
    for (const [brands = '', ...cells] of rows) {
      for (const brand of brands.split(', ')) {
        const { usWomen, uk, eu } = convertSize({ brand, name: '' }, '9');
        expect([brand, ...cells]).toEqual([brand, usWomen, uk, eu]);
      }
    }
  });
});

describe('the page about finding sneakers', () => {
  it('names the orders of the list as the list does', async () => {
    const { html } = await read('finding');
    const names = [...html.matchAll(/<tr>\s*<td[^>]*>(.*?)<\/td>/gs)].map(([, name]) => name);
    expect(names).toEqual(Object.values(SORT_NAMES));
  });

  it('names the colours as they are derived from a colourway', async () => {
    const { html } = await read('finding');
    expect(html).toContain('&quot;Black/University Blue&quot; counts as black and as blue.');
    expect(coloursOf('Black/University Blue')).toEqual(['black', 'blue']);
  });
});

describe('a help text', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'perkex-help-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function written(text: string, contact: string | null = null, hasDeals = false): Promise<string> {
    await writeFile(path.join(folder, 'page.md'), text);
    const help = await readHelp({ ...FACTS_OF_MARKET, contact, hasDeals }, folder);
    return (await help.find('page'))?.html ?? '';
  }
  const FACTS_OF_MARKET = {
    contact: null,
    payments: null,
    buysLabels: false,
    readRecord: async () => '**7** deals',
  };
  const FACTS = '---\ntitle: A page: of help\ndescription: What it says\nplace: 1\n---\n';

  it('has headings with anchors, and tables that scroll', async () => {
    const html = await written(`${FACTS}\n## When *it* trades\n\n| a | b |\n|--|--|\n| 1 | 2 |\n`);
    expect(html).toContain('<h2 id="when-it-trades">When <em>it</em> trades</h2>');
    expect(html).toContain('<div class="wide" role="region" aria-label="Table: a, b" tabindex="0"><table>');
  });

  it('shows HTML without interpreting it', async () => {
    const html = await written(`${FACTS}\n<script>alert(1)</script>\n\nA <b onclick="x()">word</b>.\n`);
    expect(html).not.toMatch(/<script|<b /);
    expect(html).toContain('&lt;script&gt;');
  });

  it('has lines for markets with deals, and others for those without', async () => {
    const text = `${FACTS}\n{{if deals}}\nWe pay.\n{{end}}\n{{if no deals}}\nNo one pays.\n{{end}}\nBye.\n`;
    expect(await written(text, null, true)).toBe('<p>We pay.\nBye.</p>\n');
    expect(await written(text, null, false)).toBe('<p>No one pays.\nBye.</p>\n');
  });

  it.each([true, false])(
    'says that addresses leave the market where labels are bought: %s',
    async (buysLabels) => {
      const help = await readHelp({ ...FACTS_OF_MARKET, hasDeals: true, buysLabels });
      expect((await help.find('privacy'))?.html.includes('EasyPost')).toBe(buysLabels);
    },
  );

  it('has the public record, in a market with deals', async () => {
    const text = `${FACTS.replace('place: 1', 'place: 1\nneeds: deals')}\n{{record}}\n`;
    expect(await written(text, null, true)).toBe('<p><strong>7</strong> deals</p>\n');
    expect(await written(text, null, false)).toBe('');
  });

  it.each(['play', 'bank'] as const)(
    'describes a market with %s in one list and one table',
    async (payments) => {
      const help = await readHelp({ ...FACTS_OF_MARKET, hasDeals: true, payments });
      const html = (await help.find('after-a-trade'))?.html ?? '';
      const isBank = payments === 'bank';
      expect(html.includes('pay by bank transfer')).toBe(isBank);
      expect(html.includes('with the payment method of your settings')).toBe(!isBank);
      expect(html.match(/<ol>/g)).toHaveLength(2);
      expect(html.match(/<table>/g)).toHaveLength(1);
      expect((await help.find('privacy'))?.html.includes('Your bank account')).toBe(isBank);
    },
  );

  it('names the platform’s contact, or says that there is none', async () => {
    const text = `${FACTS}\n{{contact}}\n`;
    expect(await written(text, 'help@shop.example')).toContain('href="mailto:help@shop.example"');
    expect(await written(text, 'https://shop.example/contact')).toContain(
      'href="https://shop.example/contact"',
    );
    expect(await written(text)).toContain('<code>CONTACT</code>');
  });

  it.each([true, false])('says that no money moves only on a market without deals: %s', async (hasDeals) => {
    const help = await readHelp({ ...FACTS_OF_MARKET, hasDeals });
    expect((await help.find('fees'))?.html.includes('No money moves')).toBe(!hasDeals);
  });

  it('without a title is refused', async () => {
    await expect(written('## Just a text\n')).rejects.toThrow('page.md says no title');
  });
});
