import { readFileSync } from 'node:fs';
import { z } from 'zod';

const words = z.array(z.string()).readonly();

const schema = z.object({
  /** Invented words. */
  brands: words,
  models: words,
  nicknameBeginnings: words,
  nicknameEndings: words,
  /** Popular names of products. */
  bynames: words,
  /** Colours by the makers' names, with the values for drawings. */
  shades: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
});

/** The words of made-up products' names. The path is the same from the sources and from the build. */
export const WORDS = schema.parse(
  JSON.parse(readFileSync(new URL('../made-up-words.json', import.meta.url), 'utf8')),
);
