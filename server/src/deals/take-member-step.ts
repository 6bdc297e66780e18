import type { Role } from '@perkex/contract/roles.js';
import type { Parcel } from '@perkex/core/deals/carriers.js';
import type { Deal } from '@perkex/core/deals/deal.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { actorOfMemberStep, eventOfMemberStep, type MemberStep } from '@perkex/core/deals/desk-steps.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import type { DealRefused, Stepped } from '@perkex/core/deals/step.js';
import { VERDICTS } from '@perkex/core/verification/second-review.js';
import type pg from 'pg';
import { sqlList } from '../database/sql-list.js';
import { bool, int4, statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { type ActBy, saveAct } from '../users/save-act.js';
import type { DealKey } from './deal-key.js';
import { readParcels, saveParcel } from './parcels-from-us.js';
import { isParcelOfSeller } from './party-step-rows.js';
import { payoutEvent } from './start-payout.js';
import { lockStoredDeal, stepLockedDeal } from './take-step.js';
import { isPartyOf } from './users-of-deal.js';

/** A step of a member, as their client or their command asked for it. */
export interface MemberStepRequest {
  readonly type: MemberStep;
  /** The name of the member, which is recorded for ever. */
  readonly name: string;
  /** The user of the member; null for a name without one, on the command line. */
  readonly userId: string | null;
  /** The role and the request, for the journal; null for a command. */
  readonly role: Role | null;
  readonly requestId: string | null;
  /** For `refund-part`; 0 otherwise. */
  readonly refundCents: number;
  /** The parcel from us, for steps that name one (`isParcelStep`); otherwise null. */
  readonly parcel: Parcel | null;
  /** The version of the deal that the member saw; null for any. */
  readonly seenVersion: number | null;
}

const FIND_STEP = statement({
  name: 'find-step-of-member',
  text: `select version from deal_events
         where product_id = $1 and deal_id = $2 and version = $3 and event = $4 and actor_id = $5
           and (event <> 'refund-part' or (data->>'refundCents')::int = $6)`,
  row: { version: int4 },
});

/** The same request again, after its answer was lost: the step was taken once. */
export interface Repeated {
  readonly kind: 'repeated';
}

/** Nothing was done: the parcel is the one in which the pair came to us. */
export interface OldLabel {
  readonly kind: 'old-label';
}

export const OLD_LABEL_TEXT =
  'This is the number of the parcel in which the pair came. Scan the label of the new parcel.';

/** Members who have judged a pair, with or without effect, must not decide about the penalty for it. */
const HAS_JUDGED = statement({
  name: 'has-judged-pair',
  text: `select exists (
           select from deal_events
           where product_id = $1 and deal_id = $2 and event in ${sqlList(VERDICTS)} and actor_id = $3
         ) or exists (
           select from pair_reviews where product_id = $1 and deal_id = $2 and member = $3
         ) as "hasJudged"`,
  row: { hasJudged: bool },
});

const APPEAL_STEPS: readonly MemberStep[] = ['waive-penalty', 'uphold-penalty'];

/** The steps that a member may take: not those that decide about a penalty whose pair they have judged. */
export async function withoutOwnAppeal<Step extends MemberStep>(
  client: pg.Pool | Transaction,
  { productId, id }: DealKey,
  steps: readonly Step[],
  member: string,
): Promise<Step[]> {
  const others = steps.filter((step) => !APPEAL_STEPS.includes(step));
  return others.length < steps.length && (await HAS_JUDGED.row(client, [productId, id, member]))?.hasJudged
    ? others
    : [...steps];
}

/** Nothing was done: the member is the buyer or the seller. */
export interface OwnDeal {
  readonly kind: 'own-deal';
}

/**
 * Takes a step of a member. The caller carries out what follows from it.
 * @returns null without such a deal
 */
export async function takeMemberStep(
  tx: Transaction,
  key: DealKey,
  { type, name, userId, role, requestId, refundCents, parcel, seenVersion }: MemberStepRequest,
  moment: Moment,
): Promise<Stepped | DealRefused | OwnDeal | OldLabel | Repeated | null> {
  const stored = await lockStoredDeal(tx, key);
  if (!stored) {
    return null;
  }
  if (await isPartyOf(tx, key, userId)) {
    return { kind: 'own-deal' };
  }
  const actor = actorOfMemberStep(type, name);
  if (seenVersion !== null && stored.deal.version > seenVersion) {
    const next = [key.productId, key.id, seenVersion + 1, type, actor.id, refundCents];
    if ((await FIND_STEP.row(tx, next)) && (await hasSameParcel(tx, key, seenVersion + 1, parcel))) {
      return { kind: 'repeated' };
    }
  }
  if (parcel && (await isParcelOfSeller(tx, key, parcel.trackingNumber))) {
    return { kind: 'old-label' };
  }
  if ((await withoutOwnAppeal(tx, key, [type], name)).length === 0) {
    return { kind: 'refused', code: 'same-member', state: stored.deal.state };
  }
  const event =
    type === 'start-payout' ? await payoutEvent(tx, stored) : eventOfMemberStep(type, refundCents);
  const result = await stepLockedDeal(tx, stored, { event, actor, seenVersion }, moment);
  if (result.kind === 'stepped') {
    const earlier = parcel && (await readParcels(tx, key)).at(-1);
    await saveStepAct(tx, { member: name, role, requestId }, key, {
      act: type,
      before: stored.deal,
      after: result.deal,
      ...(parcel && { parcels: { before: earlier ?? null, after: parcel } }),
    });
    if (parcel) {
      await saveParcel(tx, key, result, parcel);
    }
  }
  return result;
}

/** True if the step of a version named this parcel, or if neither has one. */
async function hasSameParcel(
  tx: Transaction,
  key: DealKey,
  version: number,
  parcel: Parcel | null,
): Promise<boolean> {
  const parcels = parcel ? await readParcels(tx, key) : [];
  const named = parcels.find((each) => each.version === version);
  return named?.carrier === parcel?.carrier && named?.trackingNumber === parcel?.trackingNumber;
}

interface StepAct {
  readonly act: string;
  readonly before: Deal;
  readonly after: Deal;
  /** The parcel from us that the step names, and the one that it corrects. */
  readonly parcels?: { readonly before: Parcel | null; readonly after: Parcel };
}

/** Records a step of a member in the journal, with what it changed of the deal. */
export async function saveStepAct(
  tx: Transaction,
  by: ActBy,
  key: DealKey,
  { act, before, after, parcels }: StepAct,
): Promise<void> {
  const changes = changesOf(before, after);
  await saveAct(tx, by, {
    act,
    subject: `deal/${dealCode(key)}`,
    before: { ...changes.before, ...(parcels?.before && numberOf(parcels.before)) },
    after: { ...changes.after, ...(parcels && numberOf(parcels.after)) },
  });
}

function numberOf({ carrier, trackingNumber }: Parcel) {
  return { carrier, trackingNumber };
}

/** The fields of a deal that the journal shows. The ledger has its money. */
const JOURNALED = [
  'version',
  'state',
  'cancellation',
  'payment',
  'payout',
  'parcelIn',
  'parcelOut',
  'choice',
  'penalty',
  'claim',
  'ending',
  'dueAtMs',
] as const satisfies readonly (keyof Deal)[];

function changesOf(before: Deal, after: Deal) {
  const changed = JOURNALED.filter((field) => before[field] !== after[field]);
  const of = (deal: Deal) => Object.fromEntries(changed.map((field) => [field, deal[field]]));
  return { before: of(before), after: of(after) };
}
