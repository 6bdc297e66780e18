import { normalised } from '@perkex/core/finding/normalised.js';
import * as z from 'zod/mini';
import { line, uidField } from './fields.js';
import { foundRowSchema } from './finding.js';

/** All servers hold them in memory. */
export const MAX_ALIASES = 10_000;
export const MAX_ALIAS_LENGTH = 60;
/** The aliases that a list shows. */
export const MAX_LISTED_ALIASES = 200;
/** The products of a preview. */
export const PREVIEWED_PRODUCTS = 6;
/** The longest text that a preview searches for. */
const MAX_TEXT_LENGTH = 100;
/** Accents may be characters of their own until a phrase is normalised. */
const MAX_TYPED_LENGTH = 3 * MAX_ALIAS_LENGTH;

/** A phrase that is not empty; case and accents do not matter. */
const phraseField = line(MAX_TYPED_LENGTH).check(
  z.refine((text) => {
    const { length } = normalised(text);
    return length > 0 && length <= MAX_ALIAS_LENGTH;
  }, `must have 1 to ${MAX_ALIAS_LENGTH} characters`),
);

export const searchAliasSchema = z.object({ alias: z.string(), meaning: z.string() });

export const deskAliasesQuerySchema = z.object({ q: z.optional(line(MAX_ALIAS_LENGTH)) });

/** The aliases with a text in the alias or its meaning; `count` is their number, of which the first are listed. */
export const deskAliasesSchema = z.object({ count: z.int(), aliases: z.array(searchAliasSchema) });

/** `alias` with a `meaning` is tried as if it were saved, without one as if it were removed. */
export const previewAliasQuerySchema = z.object({
  text: line(MAX_TEXT_LENGTH),
  alias: z.optional(line(MAX_TYPED_LENGTH)),
  meaning: z.optional(line(MAX_TYPED_LENGTH)),
});

/** The matches of a text. `readAs` is the text with its aliases replaced. */
export const aliasPreviewSchema = z.object({
  readAs: z.string(),
  count: z.int(),
  isClose: z.boolean(),
  products: z.array(foundRowSchema),
});

/** The matches with the aliases as they are, and with the tried one. */
export const aliasPreviewsSchema = z.object({ now: aliasPreviewSchema, tried: aliasPreviewSchema });

/** `before` is the meaning that the member has seen; null for a new alias. */
export const saveAliasBodySchema = z
  .strictObject({
    uid: uidField,
    alias: phraseField,
    meaning: phraseField,
    before: z.nullable(line(MAX_TYPED_LENGTH)),
  })
  .check(
    z.refine(
      ({ alias, meaning }) => normalised(alias) !== normalised(meaning),
      'An alias and its meaning must differ',
    ),
  );

export const removeAliasBodySchema = z.strictObject({
  uid: uidField,
  alias: phraseField,
  before: line(MAX_TYPED_LENGTH),
});
