interface Page {
  readonly next: string | null;
}

/** The pages of a query that begin before a row: newest first. */
export const PAGES_BEFORE = {
  initialPageParam: {} as { readonly before?: string },
  getNextPageParam: ({ next }: Page) => (next === null ? null : { before: next }),
};

/** The pages of a query that begin after a row. */
export const PAGES_AFTER = {
  initialPageParam: {} as { readonly after?: string },
  getNextPageParam: ({ next }: Page) => (next === null ? null : { after: next }),
};
