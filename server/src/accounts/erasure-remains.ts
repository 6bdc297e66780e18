import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type pg from 'pg';
import { statement, text } from '../database/statement.js';
import { transaction } from '../database/transaction.js';
import { dealsOfErasedUser } from '../deals/deals-of-erased-user.js';
import { hasPairToReturn } from '../deals/parcel-receivers.js';
import { removeParcels } from '../deals/parcels-from-us.js';
import { removeWords } from '../deals/party-step-rows.js';
import { removeAddresses } from '../labels/label-rows.js';
import { hasMoneyAtBank } from '../payments/bank/payment-rows.js';
import { readBankAccount } from '../payments/bank-accounts.js';
import type { CardProvider } from '../payments/payment-provider.js';
import {
  forgetRefsOfCalls,
  forgetRetiredAccounts,
  hasOpenMoney,
  readRetiredRefs,
} from '../payments/retired-accounts.js';
import type { PictureStore } from '../pictures/picture-store.js';
import type { Maintenance } from '../process/maintenance.js';
import { removeClaimPhotos } from '../verification/claim-photos.js';

const INTERVAL_MS = 60_000;
const REMAINS_AT_ONCE = 20;
const FAILURE = 'what is left of an erased account was not deleted';

/** Other servers look at other ones. A look that fails is repeated an hour later. */
const TAKE_REMAINS = statement({
  name: 'take-erasure-remains',
  text: `update erasure_remains set look_at = now() + interval '1 hour'
         where pseudonym in (
           select pseudonym from erasure_remains
           where look_at <= now()
             and not exists (select from departures where departures.pseudonym = erasure_remains.pseudonym)
           order by look_at limit ${REMAINS_AT_ONCE} for update skip locked
         ) returning pseudonym`,
  row: { pseudonym: text },
});

/** The address is deleted with it. */
const END_REMAINS = statement({
  name: 'end-erasure-remains',
  text: 'delete from erasure_remains where pseudonym = $1',
});

/** The deletion of data at a payment provider. */
type ErasingProvider = Pick<CardProvider, 'name' | 'forgetParty'>;

/** The places outside the database that have data of users. */
export interface ErasedPlaces {
  /** Null where no data is at a provider. */
  readonly provider: ErasingProvider | null;
  readonly pictures: PictureStore;
}

/** Maintenance every minute. */
export function remainsMaintenance(
  pool: pg.Pool,
  places: ErasedPlaces,
  onFailure: (error: unknown) => void,
): Maintenance {
  return { work: () => deleteRemains(pool, places, onFailure), everyMs: INTERVAL_MS, failure: FAILURE };
}

/**
 * Deletes what is left of erased accounts: the words, parcels, labels and pictures of claims of each deal that has
 * ended and, once all have and no money has to go back by bank transfer, the data at the payment provider and the
 * references to it. The address follows once no pair has to go back. Any step may be repeated, by any server.
 */
export async function deleteRemains(
  pool: pg.Pool,
  places: ErasedPlaces,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (const { pseudonym } of await TAKE_REMAINS.rows(pool, [])) {
    try {
      await deleteRemainsOf(pool, places, pseudonym);
    } catch (error) {
      onFailure(error);
    }
  }
}

async function deleteRemainsOf(
  pool: pg.Pool,
  { provider, pictures }: ErasedPlaces,
  pseudonym: string,
): Promise<void> {
  let isOpen = await hasOpenMoney(pool, pseudonym);
  let hasPair = false;
  const hasBankAccount = (await readBankAccount(pool, pseudonym)) !== null;
  for (const party of DEAL_PARTIES) {
    for await (const deals of dealsOfErasedUser(pool, party, pseudonym)) {
      const ended = deals.filter((deal) => !deal.isOpen);
      if (ended.length > 0) {
        for (const remove of [removeWords, removeParcels, removeAddresses]) {
          await remove(pool, party, ended);
        }
        await removeClaimPhotos(pool, pictures, party, ended);
      }
      hasPair ||= party === 'seller' && (await hasPairToReturn(pool, deals));
      // Without their account, it could not go back to them.
      isOpen ||= hasBankAccount && (await hasMoneyAtBank(pool, deals));
      if (!isOpen) {
        await forgetRefsOfCalls(pool, party, deals);
      }
    }
  }
  if (isOpen) {
    return;
  }
  const refs = provider && (await readRetiredRefs(pool, pseudonym, provider.name));
  if (provider && refs) {
    await provider.forgetParty(refs);
  }
  await transaction(pool, async (tx) => {
    await forgetRetiredAccounts(tx, pseudonym);
    if (!hasPair) {
      await END_REMAINS.run(tx, [pseudonym]);
    }
  });
}
