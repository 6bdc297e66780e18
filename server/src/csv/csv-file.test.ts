import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CsvReading, readCsvRows } from './csv-file.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'perkex-csv-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes a file with a column A and reads it. @returns the number of rows before the error, and the error */
async function read(rows: string, reading: CsvReading, name = 'rows.csv') {
  const file = path.join(folder, name);
  await writeFile(file, name.endsWith('.gz') ? gzipSync(`A\n${rows}`) : `A\n${rows}`);
  let count = 0;
  try {
    for await (const _row of readCsvRows(file, ['A'], reading)) {
      count += 1;
    }
  } catch (error) {
    return { count, error: (error as Error).message.replace(`${folder}/`, '') };
  }
  return { count, error: null };
}

describe('reading a CSV file', () => {
  it('refuses more than the maximum number of rows', async () => {
    expect(await read('x\n'.repeat(3), { maxRows: 3 })).toEqual({ count: 3, error: null });
    expect(await read('x\n'.repeat(4), { maxRows: 3 })).toEqual({
      count: 3,
      error: 'rows.csv has more than 3 rows. Split it into several files.',
    });
  });

  it('refuses more than the maximum number of unpacked bytes', async () => {
    const rows = `${'x'.repeat(999)}\n`.repeat(2_000);
    const reading = { maxRows: 1_000_000, maxBytes: 2_000_002 };
    expect(await read(rows, reading, 'rows.csv.gz')).toEqual({ count: 2_000, error: null });
    expect((await read(`${rows}x`, reading, 'rows.csv.gz')).error).toBe(
      'rows.csv.gz has more than 2.000002 MB when it is unpacked. Split it into several files.',
    );
    expect((await read(`${rows}x`, reading)).error).toBe(
      'rows.csv has more than 2.000002 MB. Split it into several files.',
    );
  });

  it('stops after a thousand broken rows', async () => {
    expect((await read('x "y"\n'.repeat(5_000), { maxRows: 1_000_000 })).error).toBe(
      'rows.csv is no CSV file: more than 1000 rows are broken, the first on line 2.',
    );
  });

  it('reports its progress in compressed bytes', async () => {
    const seen: [number, number][] = [];
    const onProgress = (done: number, total: number) => void seen.push([done, total]);
    await read('some text\n'.repeat(45_000), { maxRows: 1_000_000, onProgress }, 'long.csv.gz');
    expect(seen).toHaveLength(4);
    const done = seen.map(([each]) => each);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(Math.max(...done)).toBeLessThanOrEqual(seen[0]?.[1] ?? 0);
    await read('x\n'.repeat(9_000), { maxRows: 1_000_000, onProgress });
    expect(seen).toHaveLength(4);
  });
});
