import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPictureStore } from '../src/pictures/open-picture-store.js';
import type { PictureStore } from '../src/pictures/picture-store.js';
import { readS3Url } from '../src/pictures/s3-address.js';
import { s3Store } from '../src/pictures/s3-store.js';
import { type S3Server, s3Server } from './s3-server.js';

const NAME = `${'0a'.repeat(16)}-640.webp`;
const BYTES = Buffer.from([0, 1, 2, 255]);

let folder: string;
let s3: S3Server;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'perkex-pictures-'));
  s3 = await s3Server();
});

afterEach(async () => {
  s3.close();
  await rm(folder, { recursive: true, force: true });
});

const ADAPTERS: readonly [string, () => Promise<PictureStore>][] = [
  ['a folder', () => openPictureStore({ dataDir: folder, s3: null })],
  ['a bucket', () => openPictureStore({ dataDir: folder, s3: s3.address })],
];

describe.each(ADAPTERS)('pictures in %s', (_what, openStore) => {
  it('are read as they were written, and do not exist before', async () => {
    const store = await openStore();
    expect([await store.has(NAME), await store.read(NAME)]).toEqual([false, null]);
    await store.write(NAME, BYTES, 'image/webp');
    expect([await store.has(NAME), await store.read(NAME)]).toEqual([true, BYTES]);
    const again = await openStore();
    expect(await again.read(NAME)).toEqual(BYTES);
  });

  it('are gone when they are removed, whether or not they existed', async () => {
    const store = await openStore();
    await store.write(NAME, BYTES, 'image/webp');
    await store.remove(NAME);
    await store.remove(NAME);
    expect([await store.has(NAME), await store.read(NAME)]).toEqual([false, null]);
  });

  it('may be written twice, also at the same time', async () => {
    const store = await openStore();
    await Promise.all(Array.from({ length: 5 }, () => store.write(NAME, BYTES, 'image/webp')));
    expect(await store.read(NAME)).toEqual(BYTES);
  });

  it.each(['../auth-secret', 'a/../../b.jpg', '/etc/passwd', 'a\\b.jpg', '.', '', 'a.jpg\0', '%2e%2e.jpg'])(
    'are not read or written under %j',
    async (name) => {
      const store = await openStore();
      await expect(async () => store.read(name)).rejects.toThrow("not a name of a picture's file");
      await expect(async () => store.write(name, BYTES, 'image/jpeg')).rejects.toThrow(
        "not a name of a picture's file",
      );
      await expect(async () => store.has(name)).rejects.toThrow("not a name of a picture's file");
      await expect(async () => store.remove(name)).rejects.toThrow("not a name of a picture's file");
    },
  );
});

describe('a folder of pictures', () => {
  it('has whole files only, which a proxy may read', async () => {
    const store = await openPictureStore({ dataDir: folder, s3: null });
    await store.write(NAME, BYTES, 'image/webp');
    expect(await readdir(path.join(folder, 'pictures/0a'))).toEqual([NAME]);
    expect((await stat(path.join(folder, 'pictures/0a', NAME))).mode & 0o444).toBe(0o444);
  });

  it('reports when it is not writable', async () => {
    const store = await openPictureStore({ dataDir: '/dev/null', s3: null });
    await expect(store.write(NAME, BYTES, 'image/webp')).rejects.toThrow('ENOTDIR');
  });
});

describe('a bucket of pictures', () => {
  it('has them below a folder of their own, with their type', async () => {
    const store = await openPictureStore({ dataDir: folder, s3: { ...s3.address, prefix: 'shop/a/' } });
    await store.write(NAME, BYTES, 'image/webp');
    expect([...s3.objects]).toEqual([
      [`/shoes/shop/a/pictures/${NAME}`, { bytes: BYTES, type: 'image/webp' }],
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('with another key, of another bucket, or that fails, is not taken for an empty one', async () => {
    const wrongKey = await openPictureStore({
      dataDir: folder,
      s3: { ...s3.address, secretAccessKey: 'wrong' },
    });
    await expect(wrongKey.read(NAME)).rejects.toThrow();
    await expect(wrongKey.has(NAME)).rejects.toThrow();
    const wrongBucket = await openPictureStore({ dataDir: folder, s3: { ...s3.address, bucket: 'boots' } });
    await expect(wrongBucket.read(NAME)).rejects.toThrow();
    await expect(wrongBucket.write(NAME, BYTES, 'image/webp')).rejects.toThrow();
    const store = await openPictureStore({ dataDir: folder, s3: s3.address });
    s3.fail(403);
    await expect(store.read(NAME)).rejects.toThrow();
    await expect(store.has(NAME)).rejects.toThrow();
  });
});

describe('a bucket that hangs', () => {
  it('before the headers is given up', async () => {
    const store = s3Store(s3.address, { timeLimitMs: 100 });
    s3.hang('before the headers');
    await expect(store.read(NAME)).rejects.toThrow();
    await expect(store.has(NAME)).rejects.toThrow();
    await expect(store.write(NAME, BYTES, 'image/webp')).rejects.toThrow();
    await expect(store.remove(NAME)).rejects.toThrow();
  });

  it('in the middle of a file is given up', async () => {
    const store = s3Store(s3.address, { timeLimitMs: 100 });
    s3.hang('in the body');
    await expect(store.read(NAME)).rejects.toThrow();
  });
});

describe('the address of a bucket', () => {
  it('has credentials, a bucket and optionally a folder', () => {
    const login = { accessKeyId: 'AK', secretAccessKey: 'a/b+c' };
    expect(readS3Url('https://AK:a%2Fb+c@s3.eu-central-1.amazonaws.com/shoes')).toEqual({
      ...login,
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'shoes',
      prefix: '',
    });
    expect(readS3Url('http://AK:a%2Fb+c@127.0.0.1:9000/shoes/market/one/')).toEqual({
      ...login,
      endpoint: 'http://127.0.0.1:9000',
      bucket: 'shoes',
      prefix: 'market/one/',
    });
  });

  it.each([
    'https://s3.example/shoes',
    'https://AK@s3.example/shoes',
    'https://AK:secret@s3.example',
    'https://AK:secret@s3.example/',
    'https://AK:secret@s3.example/Shoes',
    'https://AK:secret@s3.example/shoes//a',
    'https://AK:secret@s3.example/shoes?region=a',
    'https://AK:%E0%A4%A@s3.example/shoes',
    'http://AK:secret@s3.example/shoes',
    's3://shoes',
    'shoes',
  ])('is not %s', (text) => {
    expect(readS3Url(text)).toBeNull();
  });
});
