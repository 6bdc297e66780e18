import * as z from 'zod/mini';

/** The answer of calls that send a table, as text/csv. */
export const csvSchema = z.string();
