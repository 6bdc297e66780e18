import type { CallAnswer } from '@perkex/contract/calls.js';
import type { DealRow, DealStep } from '@perkex/contract/deals.js';
import { DEALS_MARK_ID } from '@perkex/contract/deals-mark.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import type { MoneyPlace } from '@perkex/core/deals/own-money.js';
import { infiniteQueryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import { call, callForFile } from './call.js';
import { callQuery } from './call-query.js';
import { PAGES_BEFORE } from './pages.js';
import { refetchTagged } from './query-tags.js';
import { saveChange } from './save-change.js';

export type OwnDeal = CallAnswer<'deal'>;
export type OwnMoneyAnswer = CallAnswer<'money'>;
export type MoneyLine = OwnMoneyAnswer['lines'][number];

/** True once deals have started on this market. Before that, pages show nothing of deals. */
export function haveDealsStarted(): boolean {
  return document.getElementById(DEALS_MARK_ID) !== null;
}

/** True if the money of deals is play money. */
export function isPlayMoney(): boolean {
  return isPaidBy('play');
}

/** True if buyers pay by bank transfer, and sellers are paid by it. */
export function isBankTransfer(): boolean {
  return isPaidBy('bank');
}

function isPaidBy(provider: ProviderName): boolean {
  return document.getElementById(DEALS_MARK_ID)?.textContent === JSON.stringify(provider);
}

/** One deal of the user. It is also read when the tab gets the focus: the other side or the desk may have acted. */
export function dealQuery(userId: string, id: string) {
  return callQuery(['deal', userId, id], {
    params: { id },
    enabled: userId !== '',
    refetchOnWindowFocus: 'always',
  });
}

/** The report of the check of a pair. @param version of the deal, whose steps may change the report */
export function dealReportQuery(userId: string, id: string, version: number) {
  return callQuery(['dealReport', userId, id, version], {
    params: { id },
    placeholderData: (report, before) => (before?.queryKey[2] === id ? report : undefined),
  });
}

/** The file of a photo of that report, which never changes. */
export function dealPhotoQuery(userId: string, id: string, photo: string) {
  return callQuery(['dealPhoto', userId, id, photo], {
    params: { id, photo },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The pictures of the user's claim. @param version of the deal, whose steps may end the claim */
export function claimPhotosQuery(userId: string, id: string, version: number) {
  return callQuery(['claimPhotos', userId, id, version], {
    params: { id },
    placeholderData: (photos, before) => (before?.queryKey[2] === id ? photos : undefined),
  });
}

/** The file of a picture of a claim, which never changes. */
export function claimPhotoQuery(userId: string, id: string, photo: string) {
  return callQuery(['claimPhoto', userId, id, photo], {
    params: { id, photo },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A picture that a buyer adds to their claim. */
export interface AddedPicture {
  /** Created by the client: the same picture again has no second effect. */
  readonly id: string;
  /** In base64. */
  readonly content: string;
  readonly deal: Pick<OwnDeal, 'id'>;
}

/** Adds a picture to the user's claim. @throws RefusalError, ConnectionError */
export async function addClaimPhoto(
  client: QueryClient,
  userId: string,
  { id, content, deal: { id: deal } }: AddedPicture,
): Promise<void> {
  const answer = await call('addClaimPhoto', { body: { uid: userId, deal, id, content } });
  // In every version: the deal may have changed in the meantime. A read from before must not replace the answer.
  const photos = {
    queryKey: ['claimPhotos', userId] as const,
    predicate: ({ queryKey: [, , ofDeal] }: Query) => ofDeal === deal,
  };
  await client.cancelQueries(photos);
  client.setQueriesData(photos, answer);
}

/** The user's deals of one side that have not ended, newest first, page by page. */
export function dealsInProgressQuery(userId: string, party: DealRow['party']) {
  return infiniteQueryOptions({
    queryKey: ['deals', userId, party],
    queryFn: ({ pageParam, signal }) => call('deals', { query: { party, ...pageParam } }, signal),
    ...PAGES_BEFORE,
    refetchOnWindowFocus: 'always',
  });
}

/**
 * The user's money in all their deals, newest first, page by page.
 * @param place undefined for all places
 */
export function moneyQuery(userId: string, place?: MoneyPlace) {
  return infiniteQueryOptions({
    queryKey: ['money', userId, place ?? ''],
    queryFn: ({ pageParam, signal }) => call('money', { query: { place, ...pageParam } }, signal),
    ...PAGES_BEFORE,
    enabled: userId !== '',
    refetchOnWindowFocus: 'always',
  });
}

/** All lines of the user's money, as a CSV file. */
export function exportMoney(): Promise<Blob> {
  return callForFile('exportMoney', {});
}

/** A step as its user decided it. */
export interface DecidedStep {
  /** Created by the client: the same step again has no second effect. */
  readonly id: string;
  readonly step: DealStep;
  /** The deal that the user saw. */
  readonly deal: Pick<OwnDeal, 'id' | 'version'>;
}

/**
 * Takes a step of a deal, and reads the deal again, whether it succeeded or not.
 * @throws RefusalError, ConnectionError
 */
export async function takeDealStep(
  client: QueryClient,
  userId: string,
  { id, step, deal: { id: deal, version } }: DecidedStep,
): Promise<void> {
  await saveChange(
    async () => {
      const after = await call('takeDealStep', { body: { uid: userId, deal, id, version, step } });
      client.setQueryData(dealQuery(userId, deal).queryKey, after);
    },
    () => refetchTagged(client, ['own orders']),
  );
}
