import * as z from 'zod/mini';
import type { Transaction } from '../database/transaction.js';
import { changeKind } from '../feed/change-kind.js';
import { FeedStream } from '../feed/feed-stream.js';

/** The ids of campaigns that are new, changed or removed. */
export const CAMPAIGN_CHANGES = changeKind('campaigns', z.string());

/** Reports a change of a campaign in the feed, as part of the transaction. @param newId returns a new UUID */
export async function publishCampaign(tx: Transaction, id: string, newId: () => string): Promise<void> {
  const stream = new FeedStream(newId());
  await stream.save(tx, stream.next(CAMPAIGN_CHANGES.of([id])));
}
