import { CLAIM_PROBLEMS, type ClaimProblem } from '@perkex/contract/deal-reasons.js';
import type { DealStep, StepDetails } from '@perkex/contract/deals.js';
import { CARRIERS, type Carrier } from '@perkex/core/deals/carriers.js';
import type { Party } from '@perkex/core/deals/deal.js';
import { PARTY_STEPS, type PartyStep } from '@perkex/core/deals/party-steps.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { int4, oneOf, orNull, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { DEAL_KEYS, type DealKey } from './deal-key.js';
import { readParcels } from './parcels-from-us.js';

/** A step that a buyer or seller asked for. `id` was created by their client. */
export interface RequestedStep extends StepDetails {
  readonly id: string;
  readonly type: PartyStep;
  /** The price that a buyer of the lowest ask has seen, in cents; null for other steps. */
  readonly limitCents: number | null;
}

const DETAILS_ROW = {
  carrier: orNull(oneOf<Carrier>(CARRIERS)),
  trackingNumber: orNull(text),
  problem: orNull(oneOf<ClaimProblem>(CLAIM_PROBLEMS)),
  reason: orNull(text),
};

const FIND_STEP = statement({
  name: 'find-party-step',
  text: `select event.event as type, step.carrier, step.tracking_number as "trackingNumber", step.problem,
           step.reason, (event.data ->> 'limitCents')::int as "limitCents"
         from party_steps as step
         join deal_events as event
           on event.product_id = step.product_id and event.deal_id = step.deal_id and event.version = step.version
         where step.product_id = $1 and step.deal_id = $2 and step.step_id = $3`,
  row: { type: oneOf<PartyStep>(PARTY_STEPS), limitCents: orNull(int4), ...DETAILS_ROW },
});

const SAVE_STEP = statement({
  name: 'save-party-step',
  text: `insert into party_steps (product_id, deal_id, version, step_id, carrier, tracking_number, problem, reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
});

const READ_DETAILS = statement({
  name: 'read-party-steps',
  text: `select version, carrier, tracking_number as "trackingNumber", problem, reason
         from party_steps where product_id = $1 and deal_id = $2
           and coalesce(carrier, problem, reason) is not null order by version`,
  row: { version: int4, ...DETAILS_ROW },
});

/** Compares a request with the step that its id has been used for: null if it is new. */
export async function findRepeat(
  tx: Transaction,
  { productId, id }: DealKey,
  step: RequestedStep,
): Promise<'same' | 'other' | null> {
  const found = await FIND_STEP.row(tx, [productId, id, step.id]);
  if (!found) {
    return null;
  }
  const isSame =
    found.type === step.type &&
    found.carrier === step.carrier &&
    found.trackingNumber === step.trackingNumber &&
    found.problem === step.problem &&
    found.reason === step.reason &&
    found.limitCents === step.limitCents;
  return isSame ? 'same' : 'other';
}

/** Saves a step that was taken, in its transaction. Its event has the price of the lowest ask. */
export async function savePartyStep(
  tx: Transaction,
  { productId, id }: DealKey,
  version: number,
  { id: stepId, carrier, trackingNumber, problem, reason }: Omit<RequestedStep, 'limitCents'>,
): Promise<void> {
  await SAVE_STEP.run(tx, [productId, id, version, stepId, carrier, trackingNumber, problem, reason]);
}

/**
 * The details of the steps of a deal by version: of those of both parties, and of members who sent a parcel.
 * @param receiver leaves out parcels from us that the other party gets
 */
export async function readStepDetails(
  pool: pg.Pool,
  key: DealKey,
  receiver: Party | null = null,
): Promise<Map<number, StepDetails>> {
  const steps = await READ_DETAILS.rows(pool, [key.productId, key.id]);
  const parcels = await readParcels(pool, key);
  const shown = parcels.filter((parcel) => receiver === null || parcel.receiver === receiver);
  return new Map([
    ...steps.map(({ version, ...details }) => [version, details] as const),
    ...shown.map(
      ({ version, carrier, trackingNumber }) =>
        [version, { carrier, trackingNumber, problem: null, reason: null }] as const,
    ),
  ]);
}

const FIND_NAMED_PARCEL = statement({
  name: 'find-parcel-named-by-party',
  text: 'select version from party_steps where product_id = $1 and deal_id = $2 and tracking_number = $3',
  row: { version: int4 },
});

/** True if the seller has named a parcel with this number. */
export async function isParcelOfSeller(
  tx: Transaction,
  { productId, id }: DealKey,
  trackingNumber: string,
): Promise<boolean> {
  return (await FIND_NAMED_PARCEL.row(tx, [productId, id, trackingNumber])) !== undefined;
}

const STEP_KEYS = new RowSet<DealKey & { readonly version: number }>({
  product_id: [int4, ({ productId }) => productId],
  deal_id: [uuid, ({ id }) => id],
  version: [int4, ({ version }) => version],
});

const READ_STEPS_WITH_WORDS = statement({
  name: 'read-party-steps-with-words',
  text: `select step.product_id as "productId", step.deal_id as id, step.version
         from party_steps as step
         join deal_events as event
           on event.product_id = step.product_id and event.deal_id = step.deal_id and event.version = step.version
         where step.product_id = any($1::int4[]) and step.deal_id = any($2::uuid[]) and event.actor_kind = $3
           and coalesce(step.carrier, step.problem, step.reason) is not null`,
  row: { productId: int4, id: uuid, version: int4 },
});

const REMOVE_WORDS = statement({
  name: 'remove-words-of-party-steps',
  text: `update party_steps as step set carrier = null, tracking_number = null, problem = null, reason = null
         from ${STEP_KEYS.as('said')}
         where step.product_id = said.product_id and step.deal_id = said.deal_id and step.version = said.version`,
});

/** Removes the tracking numbers and words of a party from deals that have ended. */
export async function removeWords(pool: pg.Pool, party: Party, deals: readonly DealKey[]): Promise<void> {
  const said = await READ_STEPS_WITH_WORDS.rows(pool, [...DEAL_KEYS.values(deals), party]);
  if (said.length > 0) {
    await REMOVE_WORDS.run(pool, STEP_KEYS.values(said));
  }
}

/** The request of a step. @param trackingNumber as its carrier writes it, of a `ship` */
export function requestedStep(id: string, step: DealStep, trackingNumber: string | null): RequestedStep {
  return {
    id,
    type: step.type,
    carrier: step.type === 'ship' ? step.carrier : null,
    trackingNumber,
    problem: step.type === 'claim' ? step.problem : null,
    reason: 'reason' in step ? step.reason : null,
    limitCents: step.type === 'choose-lowest-ask' ? dollarsToCents(step.price) : null,
  };
}
