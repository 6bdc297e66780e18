/** Numbers of things, in words for sentences. */
export const asks = (count: number): string => (count === 1 ? '1 ask' : `${count} asks`);
export const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);
