import * as z from 'zod/mini';

/** The answer of calls that say what was done in one sentence, as text/plain. */
export const sentenceSchema = z.string();
