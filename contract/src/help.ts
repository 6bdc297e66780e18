import * as z from 'zod/mini';

export const helpParamsSchema = z.object({ page: z.string().check(z.maxLength(100)) });

/** A page of help; `html` is its text, made by the server. */
export const helpPageSchema = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  html: z.string(),
});

export type HelpPage = z.infer<typeof helpPageSchema>;

/** The pages of help without their texts, in the order in which they are listed. */
export const helpIndexSchema = z.array(z.omit(helpPageSchema, { html: true }));

export type HelpIndex = z.infer<typeof helpIndexSchema>;
