import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { createFolder, perkex, startPerkex } from './cli-process.js';
import { createTestDatabase, databaseUrl } from './test-database.js';

const HEADER = 'Name,Brand,Retail Price,Release Date,Sizes,Thumbnail';

let database: Database;
let files: Awaited<ReturnType<typeof createFolder>>;

beforeAll(async () => {
  [database, files] = await Promise.all([createTestDatabase(), createFolder()]);
});

beforeEach(async () => {
  await database.pool.query('truncate products restart identity cascade');
});

afterAll(async () => {
  await files.remove();
  await database.close();
});

async function importRows(rows: readonly string[], ...options: string[]) {
  return importFile('catalogue.csv', [HEADER, ...rows, ''].join('\n'), ...options);
}

async function importFile(name: string, content: string | Uint8Array, ...options: string[]) {
  return perkex(database, 'import-products', await files.write(name, content), ...options);
}

/** A catalogue as a shop would list it. */
async function catalogue() {
  const { rows } = await database.pool.query(
    `with listed as (
       select product_id, string_agg(size, ' ' order by length(size), size) as sizes from books group by product_id
     )
     select name, brand, retail_price_cents as cents, release_date::text as released, thumbnail, sizes
     from products left join listed on product_id = id order by name`,
  );
  return rows;
}

describe('import-products', () => {
  it('creates a product with a book for each size', async () => {
    const { code, stdout } = await importRows([
      'Air Two,Nike,119.5,2024-02-29,9 9.5 10,https://shop.example/2.webp',
      'Air One,,,,5Y|6Y,',
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('New products: 2, changed: 0, unchanged: 0; new books: 5.');
    expect(await catalogue()).toEqual([
      {
        name: 'Air One',
        brand: '',
        cents: null,
        released: null,
        sizes: '5Y 6Y',
        thumbnail: expect.stringMatching(/^\/drawings\/\d+\.svg$/),
      },
      {
        name: 'Air Two',
        brand: 'Nike',
        cents: 11_950,
        released: '2024-02-29',
        sizes: '9 10 9.5',
        thumbnail: 'https://shop.example/2.webp',
      },
    ]);
  });

  it('keeps style code and colourway where a file leaves them out', async () => {
    const facts = async () =>
      (await database.pool.query('select style_code as code, colourway from products')).rows;
    const header = `${HEADER},Style Code,Colourway`;
    const { stdout } = await importFile(
      'facts.csv',
      `${header}\nAir One,Nike,,,9,,DZ5485-612,Varsity Red/Black\n`,
    );
    expect(stdout).toContain(
      'new: Air One (brand Nike; style code DZ5485-612; colourway Varsity Red/Black; sizes 9)\n',
    );
    expect((await importRows(['Air One,Nike,,,9,'])).stdout).toContain('unchanged: 1');
    expect(await facts()).toEqual([{ code: 'DZ5485-612', colourway: 'Varsity Red/Black' }]);
    const changed = await importFile('facts.csv', `${header}\nAir One,Nike,,,9,,DZ5485-613,\n`);
    expect(changed.stdout).toContain('changed: Air One\n  style code: DZ5485-612 → DZ5485-613\n');
    expect(await facts()).toEqual([{ code: 'DZ5485-613', colourway: 'Varsity Red/Black' }]);
    const bad = await importFile('facts.csv', `${header}\nAir One,Nike,,,9,,${'9'.repeat(41)},\n`);
    expect(bad.stderr).toMatch(/^line 2: the style code "9{41}" must have at most 40 characters$/m);
  });

  it('keeps the facts by which a product is found, and names wrong values', async () => {
    const columns = 'Name,Brand,Retail Price,Release Date,Sizes,Model,Nickname,Kind,Description,Trades From';
    const { stdout } = await importFile(
      'found.csv',
      `${columns}
Air One,Nike,,,9,Air,Uno,Men,"One, and the first.",2999-01-02
`,
    );
    expect(stdout).toContain(
      'model Air; nickname Uno; kind men; description One, and the first.; trades from 2999-01-02',
    );
    const stored = async () =>
      (
        await database.pool.query(
          'select model, nickname, kind, description, trades_from::text as day from products',
        )
      ).rows;
    const facts = { model: 'Air', nickname: 'Uno', kind: 'men', description: 'One, and the first.' };
    expect(await stored()).toEqual([{ ...facts, day: '2999-01-02' }]);
    await importRows(['Air One,Nike,,,9,']);
    expect(await stored()).toEqual([{ ...facts, day: '2999-01-02' }]);
    const bad = await importFile(
      'found.csv',
      `${columns}
Air One,Nike,,,9,,,giants,,2999-02-30
`,
    );
    expect(bad.stderr).toContain(
      'line 2: "giants" is not a kind (men, women, unisex, grade school, preschool, toddler); "2999-02-30" is not a day to trade from (YYYY-MM-DD)',
    );
  });

  it('does not interrupt trading', async () => {
    const columns = 'Name,Brand,Retail Price,Release Date,Sizes,Trades From';
    const day = async () =>
      (await database.pool.query('select trades_from::text as day from products')).rows[0]?.day;
    await importFile(
      'days.csv',
      `${columns}
Air One,Nike,,,9,2999-01-02
`,
    );
    await importFile(
      'days.csv',
      `${columns}
Air One,Nike,,,9,2020-01-02
`,
    );
    expect(await day()).toBe('2020-01-02');
    expect(
      (
        await importFile(
          'days.csv',
          `${columns}
Air One,Nike,,,9,2999-01-02
`,
        )
      ).stdout,
    ).toContain('unchanged: 1');
    expect(await day()).toBe('2020-01-02');
  });

  it('updates an existing product, adds books and keeps those that the file no longer lists', async () => {
    await importRows(['Air One,Nkie,100,2024-01-01,8 9,/one.png', 'Air Two,Nike,100,2024-01-01,8,']);
    const { code, stdout } = await importRows([
      'Air One,Nike,119.99,,9 10,',
      'Air Two,Nike,100,2024-01-01,8,',
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      [
        'changed: Air One',
        '  brand: Nkie → Nike',
        '  retail price: 100 → 119.99',
        '  release date: 2024-01-01 → none',
        '  new sizes: 10',
        '  kept, though the file does not list them: 8',
        'New products: 0, changed: 1, unchanged: 1; new books: 1.',
      ].join('\n'),
    );
    expect((await catalogue())[0]).toEqual({
      name: 'Air One',
      brand: 'Nike',
      cents: 11_999,
      released: null,
      thumbnail: '/one.png',
      sizes: '8 9 10',
    });
  });

  it('names sizes that it keeps of a product with no other changes', async () => {
    await importRows(['Air One,Nike,,,8 9,']);
    const { stdout } = await importRows(['Air One,Nike,,,9,']);
    expect(stdout).toContain('unchanged: Air One\n  kept, though the file does not list them: 8\n');
  });

  it('changes nothing when the same file is imported again', async () => {
    await importRows(['Air One,Nike,100,2024-01-01,8 9,/one.png']);
    const before = await catalogue();
    const { code, stdout } = await importRows(['Air One,Nike,100,2024-01-01,8 9,/one.png']);
    expect(code).toBe(0);
    expect(stdout).toContain('New products: 0, changed: 0, unchanged: 1; new books: 0.');
    expect(await catalogue()).toEqual(before);
  });

  it('in a dry run reports the changes, and changes nothing', async () => {
    await importRows(['Air One,Nike,100,2024-01-01,8,/one.png']);
    const before = await catalogue();
    const { code, stdout } = await importRows(
      ['Air One,Adidas,100,2024-01-01,8 9,/two.png', 'Air Two,Nike,90,,10 9,'],
      '--dry-run',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('  brand: Nike → Adidas\n  thumbnail: /one.png → /two.png\n  new sizes: 9\n');
    expect(stdout).toContain('new: Air Two (brand Nike; retail price 90; sizes 9, 10)\n');
    expect(stdout).toContain('This was a dry run: nothing was changed.');
    expect(await catalogue()).toEqual(before);
  });

  it('in a dry run lists the bad rows beside the changes of the good ones', async () => {
    const { code, stdout, stderr } = await importRows(['Air One,Nike,,,8,', 'Air Two,Nike,,,,'], '--dry-run');
    expect(code).toBe(1);
    expect(stdout).toContain('new: Air One');
    expect(stderr).toContain('line 3: it lists no sizes\n');
    expect(await catalogue()).toEqual([]);
  });

  it('names every bad row with its line and imports nothing at all', async () => {
    const { code, stderr } = await importRows([
      'Good,Nike,100,2024-01-01,9,',
      ',Nike,100,2024-01-01,9,',
      `${'x'.repeat(201)},Nike,100,2024-01-01,9,`,
      'Good,Nike,100,2024-01-01,9,',
      'A,Nike,0,2024-02-30,9 9 nine 10,javascript:alert(1)',
      '',
      'B,Nike,100',
      'C,Nike,100,2024-01-01,9,,more',
      'D,Nike,1000000.01,2024-1-1,9,',
      `"E\u0007",${'x'.repeat(201)},1e3,,9,`,
    ]);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      'line 3: the name is empty',
      expect.stringMatching(/^line 4: the name "x{60}…" must have at most 200 characters$/),
      'line 5: the name "Good" is on line 2 already',
      expect.stringMatching(
        /^line 6: "0" is not a retail price .*; "2024-02-30" is not a release date .*; "nine" is not a shoe size; the size 9 is listed twice; "javascript:alert\(1\)" is not a thumbnail /,
      ),
      'line 8: it has 3 values, the header 6 columns',
      'line 9: it has 7 values, the header 6 columns',
      expect.stringMatching(
        /^line 10: "1000000\.01" is not a retail price .*; "2024-1-1" is not a release date /,
      ),
      expect.stringMatching(
        /^line 11: the name "E\\u\{7\}" must not contain control characters; the brand .*; "1e3" is not a retail price/,
      ),
      'Bad rows: 8.',
      'Nothing was imported.',
      '',
    ]);
    expect(await catalogue()).toEqual([]);
  });

  it('accepts only an https URL or a path of its own site as a thumbnail', async () => {
    const thumbnails = [
      'javascript:alert(1)',
      '"data:image/svg+xml;base64,PHN2Zy8+"',
      'http://shop.example/1.png',
      '//elsewhere.example/1.png',
      '/\\elsewhere.example/1.png',
      '"/\t/elsewhere.example/1.png"',
      'https://user:secret@shop.example/1.png',
      'https://',
      'https:shop.example',
      'shop.example/1.png',
      `https://shop.example/${'x'.repeat(2_000)}`,
    ];
    const { code, stderr } = await importRows(
      thumbnails.map((thumbnail, index) => `Air ${index},Nike,,,9,${thumbnail}`),
    );
    expect(code).toBe(1);
    expect(stderr.match(/^line \d+: .* is not a thumbnail /gm)).toHaveLength(thumbnails.length);
  });
});

describe('a file from any source', () => {
  it('keeps its texts as they are in the catalogue, formulas, markup and quotes alike', async () => {
    const names = [
      '=HYPERLINK("x")',
      '<script>alert(1)</script>',
      "O'Neill; drop table books;--",
      'Ночь 夜 👟',
    ];
    const { code } = await importRows(names.map((name) => `"${name.replaceAll('"', '""')}",@brand,,,9,`));
    expect(code).toBe(0);
    expect((await catalogue()).map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it('may begin with a byte order mark, have lines that end with CR LF, and be compressed', async () => {
    const content = `\ufeff${HEADER}\r\n"Air, One", Nike ,100,2024-01-01,9 |10,\r\n`;
    expect((await importFile('windows.csv', content)).code).toBe(0);
    expect((await importFile('packed.csv.gz', gzipSync(content))).stdout).toContain('unchanged: 1');
    expect(await catalogue()).toMatchObject([{ name: 'Air, One', brand: 'Nike', sizes: '9 10' }]);
  });

  it('may have more columns, which are reported, in any order, and no thumbnails', async () => {
    const { code, stderr } = await importFile(
      'more.csv',
      'SKU,Sizes,Release Date,Retail Price,Brand,Name\n7,9,,,Nike,Air One\n',
    );
    expect(code).toBe(0);
    expect(stderr).toBe('Columns that are not read: "SKU".\n');
  });

  it('keeps the line numbers right after a multi-line value', async () => {
    const { stderr } = await importRows(['"Air\nOne",Nike,,,9,', 'Air Two,Nike,,,x,']);
    expect(stderr).toContain('line 2: the name "Air\\u{a}One" must not contain control characters\n');
    expect(stderr).toContain('line 4: "x" is not a shoe size\n');
  });

  it('is read further after quotes inside a plain value, but not after quotes that never end', async () => {
    const { code, stderr } = await importRows([
      'Air "Bred" One,Nike,,,9,',
      'Air Two,Nike,,,x,',
      '"Air Three,Nike,,,9,',
      'Air Four,Nike,,,y,',
    ]);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      'line 2: a value that contains quotes must be quoted, with its own quotes doubled',
      'line 3: "x" is not a shoe size',
      expect.stringMatching(/^line 4: a value .* never ends with one; from here on the file was not read$/),
      'Bad rows: 3.',
      'Nothing was imported.',
      '',
    ]);
  });

  it.each([
    [
      'null bytes',
      'Air\0One,Nike,,,9,',
      'line 2: the name "Air\\u{0}One" must not contain control characters',
    ],
    [
      'another encoding',
      Buffer.from('Caf\xe9,Nike,,,9,', 'latin1'),
      'line 2: the name "Caf�" is not UTF-8 text',
    ],
    ['the year 0', 'Air One,Nike,,0000-01-01,9,', 'line 2: "0000-01-01" is not a release date (YYYY-MM-DD)'],
    ['a value without end', `"${'x'.repeat(1_100_000)}`, 'line 2: a row has more than 1000000 characters'],
  ])('with %s is refused with the line', async (_title, row, sentence) => {
    const content = Buffer.concat([Buffer.from(`${HEADER}\n`), Buffer.from(row)]);
    const { code, stderr } = await importFile('odd.csv', content);
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
    expect(await catalogue()).toEqual([]);
  });

  it.each([
    ['nothing in it', 'nothing.csv', '', /nothing\.csv is empty/],
    ['semicolons', 'semicolons.csv', HEADER.replaceAll(',', ';'), /no column "Name".*separated by commas/],
    ['a column twice', 'twice.csv', `${HEADER},Name`, /has the column "Name" twice/],
    [
      'only the name of a compressed file',
      'plain.csv.gz',
      HEADER,
      /ends with \.gz, but is not packed by gzip/,
    ],
    ['half a compressed file', 'half.csv.gz', gzipSync(HEADER).subarray(0, 30), /unexpected end of file/],
  ])('with %s is refused with one line', async (_title, name, content, sentence) => {
    const { code, stdout, stderr } = await importFile(name, content);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('with millions of rows in a few kB is refused with the number of rows, and reports its progress', async () => {
    const packed = gzipSync(`${HEADER}\n${'A,,,,9,\n'.repeat(2_000_000)}`);
    expect(packed.length).toBeLessThan(30_000);
    const { code, stdout, stderr } = await importFile('bomb.csv.gz', packed);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Reading \(bytes\): 10 % /);
    expect(stderr).toContain('bomb.csv.gz has more than 250000 rows. Split it into several files.\n');
    expect(await catalogue()).toEqual([]);
  });

  it('has its folder of pictures checked before the database is opened', async () => {
    const file = await files.write('catalogue.csv', `${HEADER}\n`);
    const nowhere = await perkex(null, 'import-products', file, '--pictures', `${files.folder}/nowhere`);
    expect([nowhere.code, nowhere.stderr]).toEqual([1, `There is no folder ${files.folder}/nowhere.\n`]);
    const wrong = await perkex(null, 'import-products', file, '--pictures', file);
    expect([wrong.code, wrong.stderr]).toEqual([1, `${file} is a file, not a folder.\n`]);
  });

  it('fetches pictures from the public internet only, whatever the environment variables say', async () => {
    const file = await files.write(
      'inside.csv',
      `${HEADER},Pictures\nAir One,Nike,,,9,,https://127.0.0.1:9/1.jpg https://169.254.169.254/2.jpg\n`,
    );
    const { finished } = startPerkex(
      {
        DATABASE_URL: databaseUrl(database),
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
        HTTPS_PROXY: 'http://127.0.0.1:9',
      },
      'import-products',
      file,
    );
    const { code, stdout, stderr } = await finished;
    expect(code).toBe(1);
    expect(stdout).toContain('Imported.\nPictures fetched: 0, not to be had: 2.\n');
    expect(stderr).toContain(
      'line 2: the picture https://127.0.0.1:9/1.jpg is not available: 127.0.0.1 is at 127.0.0.1, which is not a public address\n' +
        'line 2: the picture https://169.254.169.254/2.jpg is not available: 169.254.169.254 is at 169.254.169.254, which is not a public address\n',
    );
    expect(await catalogue()).toMatchObject([{ thumbnail: expect.stringMatching(/^\/drawings/) }]);
  });

  it('with only a header changes nothing', async () => {
    const { code, stdout } = await importRows([]);
    expect(code).toBe(0);
    expect(stdout).toContain('New products: 0, changed: 0, unchanged: 0; new books: 0.');
  });

  it('with many products takes seconds, not minutes', async () => {
    const sizes = Array.from({ length: 20 }, (_, index) => String(4 + index / 2)).join(' ');
    const rows = Array.from(
      { length: 5_000 },
      (_, index) => `Sneaker ${index},Brand,100,2024-01-01,${sizes},`,
    );
    const { code, stdout } = await importRows(rows);
    expect(code).toBe(0);
    expect(stdout).toContain('New products: 5000, changed: 0, unchanged: 0; new books: 100000.');
  });

  describe('with thousands of rows', () => {
    const rows = Array.from({ length: 4_500 }, (_, index) => `Air ${index},Nike,100,,9 10,`);

    it('imports all of them, and reports its progress', async () => {
      const { code, stdout, stderr } = await importRows(rows);
      expect([code, stdout.split('\n').at(-3)]).toEqual([
        0,
        'New products: 4500, changed: 0, unchanged: 0; new books: 9000.',
      ]);
      expect(stderr.split('\n').filter((line) => line.startsWith('Products: '))).toEqual([
        'Products: 40 % (2000 of 4500)',
        'Products: 80 % (4000 of 4500)',
        'Products: 100 % (4500 of 4500)',
      ]);
      expect(stderr).not.toMatch(/[█\r]/);
      const { rows: counted } = await database.pool.query(
        `select count(distinct product_id)::int as products, count(*)::int as books from books`,
      );
      expect(counted).toEqual([{ products: 4_500, books: 9_000 }]);
      expect((await importRows(rows)).stdout).toContain('New products: 0, changed: 0, unchanged: 4500;');
    });

    it('imports none of them when the last ones fail', async () => {
      await database.pool.query(`alter table products add constraint no_last_one check (name <> 'Air 4499')`);
      try {
        const { code, stdout } = await importRows(rows);
        expect([code, stdout]).toEqual([1, '']);
        expect(await catalogue()).toEqual([]);
      } finally {
        await database.pool.query('alter table products drop constraint no_last_one');
      }
    });
  });
});
