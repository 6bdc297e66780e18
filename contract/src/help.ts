import * as z from 'zod/mini';

export const helpParamsSchema = z.object({ page: z.string().check(z.maxLength(100)) });

/** A help page; the server renders `html`. */
export const helpPageSchema = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  html: z.string(),
});

export type HelpPage = z.infer<typeof helpPageSchema>;

/** The help pages without their texts, in the order of the list. */
export const helpIndexSchema = z.array(z.omit(helpPageSchema, { html: true }));

/** The guide for developers, rendered by the server. */
export const developersSchema = z.object({ html: z.string() });

export type HelpIndex = z.infer<typeof helpIndexSchema>;
