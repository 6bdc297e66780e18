import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepAssets } from './earlier-assets.js';

const HOUR_MS = 3_600_000;
const START = new Date('2026-11-24T12:00:00Z');
const after = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);

let folder: string;
let dataDir: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'perkex-assets-'));
  dataDir = path.join(folder, 'data');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function build(name: string): Promise<string> {
  const assets = path.join(folder, name);
  await mkdir(assets);
  await writeFile(path.join(assets, `${name}.js`), name);
  return assets;
}

/** Starts a server with a build. @returns the files of earlier builds that it serves */
async function start(assets: string, now: Date): Promise<string[]> {
  const earlier = await keepAssets(dataDir, assets, now);
  const files = await Promise.all(earlier.map((each) => readdir(each)));
  return files
    .flat()
    .filter((file) => file.endsWith('.js'))
    .sort();
}

describe('the assets of the previous build', () => {
  it('are served for a day after the first start of another build, and then deleted', async () => {
    const [one, two] = [await build('one'), await build('two')];
    expect(await start(one, START)).toEqual([]);
    expect(await start(one, after(100))).toEqual([]);
    expect(await start(two, after(101))).toEqual(['one.js']);
    expect(await start(two, after(124))).toEqual(['one.js']);
    expect(await start(two, after(126))).toEqual([]);
    expect(await readdir(path.join(dataDir, 'assets'))).toHaveLength(1);
  });

  it('are those of the newer build after a rollback', async () => {
    const [one, two] = [await build('one'), await build('two')];
    await start(one, START);
    await start(two, after(1));
    expect(await start(one, after(2))).toEqual(['two.js']);
    expect(await start(two, after(20))).toEqual(['one.js']);
  });
});
