import type { CallAnswer } from '@perkex/contract/calls.js';
import type { ProductFields } from '@perkex/contract/desk-catalogue.js';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { CURRENT } from './desk.js';
import { actOn } from './save-change.js';

export type DeskProduct = CallAnswer<'deskProduct'>;
export type ProductDraft = CallAnswer<'productDraft'>;
export type DraftRow = CallAnswer<'productDrafts'>['drafts'][number];
export type ImportPreview = CallAnswer<'previewImport'>;
export type CatalogueImport = CallAnswer<'importProducts'>;
export type DeskPicture = DeskProduct['pictures'][number];
export type { ProductFields };

/** The published products that match a text, as visitors find them, page by page. */
export function publishedQuery(text: string) {
  return infiniteQueryOptions({
    queryKey: ['browse', 'desk', text],
    queryFn: ({ pageParam, signal }) =>
      call('browse', { query: { q: text, sort: 'newest', page: String(pageParam) } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : null),
  });
}

/** The products that are not published. */
export function draftsQuery(userId: string) {
  return callQuery(['productDrafts', userId], CURRENT);
}

/** The products that are no longer traded, those hidden last first. */
export function hiddenQuery(userId: string) {
  return callQuery(['hiddenProducts', userId], CURRENT);
}

/** The imports of catalogue files, newest first. */
export function importsQuery(userId: string) {
  return callQuery(['catalogueImports', userId], CURRENT);
}

/** A form begins with what is stored now, and does not change under its member. */
const FORM_OPTIONS = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;

export function deskProductQuery(userId: string, product: string) {
  return callQuery(['deskProduct', userId, product], { params: { product }, ...FORM_OPTIONS });
}

export function draftQuery(userId: string, draft: string) {
  return callQuery(['productDraft', userId, draft], { params: { draft }, ...FORM_OPTIONS });
}

/** Changes the catalogue. */
export const actOnCatalogue = actOn((userId) => [
  ['productDrafts', userId],
  ['catalogueImports', userId],
  ['hiddenProducts', userId],
  ['browse'],
]);

/** Decides about the trading of a product, in the same way. Its form stays as it is. */
export function actOnProduct(id: number) {
  return (client: QueryClient, userId: string, act: () => Promise<DeskProduct>): Promise<unknown> =>
    actOnCatalogue(client, userId, async () => {
      const { hidden } = await act();
      client.setQueryData(
        deskProductQuery(userId, String(id)).queryKey,
        (before) => before && { ...before, hidden },
      );
      return hidden;
    });
}
