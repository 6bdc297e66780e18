import * as z from 'zod/mini';

/** The answer of calls that report the outcome in one sentence, as text/plain. */
export const sentenceSchema = z.string();
