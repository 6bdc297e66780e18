import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastWords } from '../process/last-words.js';
import { generatedSecret } from './secret.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'perkex-secret-'));
  file = path.join(folder, 'auth-secret');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the generated secret', () => {
  it('is generated once by concurrent callers, and is readable by its owner only', async () => {
    const secrets = await Promise.all(Array.from({ length: 5 }, () => generatedSecret(folder)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(32);
    expect(await generatedSecret(folder)).toBe(secrets[0]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['auth-secret']);
  });

  it('is stored in a new folder that other accounts cannot read', async () => {
    const made = path.join(folder, 'data');
    await generatedSecret(made);
    // The account that runs PostgreSQL must be able to traverse a folder of root.
    expect((await stat(made)).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  });

  it('may end with a line break', async () => {
    await writeFile(file, `${'a'.repeat(32)}\n`);
    expect(await generatedSecret(folder)).toBe('a'.repeat(32));
  });

  it.each([
    ['empty', ''],
    ['blank', `${' '.repeat(40)}\n`],
    ['too short', 'a'.repeat(31)],
  ])('is refused with a sentence and left unchanged if it is %s', async (_what, content) => {
    await writeFile(file, content);
    const refusal = await generatedSecret(folder).catch((error: unknown) => lastWords(error));
    expect(refusal).toBe(
      `${file} holds no secret of 32 or more characters: put the right one back, or delete the file to have a new ` +
        'one made, which logs everybody out.',
    );
    expect(await readFile(file, 'utf8')).toBe(content);
  });

  it('is refused with a sentence if it cannot be stored', async () => {
    await writeFile(file, '');
    const refusal = await generatedSecret(file).catch((error: unknown) => lastWords(error));
    expect(refusal).toMatch(/^The secret in .*auth-secret\/auth-secret cannot be read: ENOTDIR.*\.$/);
  });
});
