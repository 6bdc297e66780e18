import type { DeskLabel } from '@perkex/contract/desk-labels.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { receiverOfParcel } from '@perkex/core/deals/desk-steps.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { databaseTime } from '../database/database-time.js';
import type { DealKey } from '../deals/deal-key.js';
import { storedDeal } from '../deals/deal-row.js';
import { READ_SHOWN_DEAL } from '../deals/read-own-deals.js';
import { type DealSteps, lockDeal } from '../deals/take-step.js';
import { isPartyOf } from '../deals/users-of-deal.js';
import { answerCall } from '../http/calls.js';
import { hourlyLimits } from '../http/limit-users.js';
import { changesByMembers, memberOf } from '../http/require-member.js';
import { type LabelRow, readLabel } from '../labels/label-rows.js';
import { type ParcelLabels, readAddressHash } from '../labels/parcel-labels.js';
import type { Identity } from '../users/identity.js';
import { OWN_DEAL_REFUSAL, UNKNOWN_CODE } from './change-deals.js';
import { recordAct } from './desk-acts.js';
import { findDeskDeal, isParty } from './read-desk-deal.js';
import { refusedStep } from './step-sentences.js';

/** Each label costs money. */
const LABELS_PER_HOUR = 300;
const OFF = { refused: 'labels-off' } as const;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  readonly steps: DealSteps;
  /** Null if labels are not bought. */
  readonly labels: ParcelLabels | null;
  readonly rateLimits: boolean;
}

const OTHER_ADDRESS =
  'The receiver has changed their address since this label was bought. Buy another one, and have this one refunded.';

/** A label with an earlier address is not shown: the parcel would go there. */
function shownLabel(label: LabelRow | null, addressHash: string): DeskLabel {
  if (label === null) {
    return { canBuy: true, label: null };
  }
  const { state, reason, carrier, trackingNumber, cost, image } = label;
  if (state === 'bought' && label.addressHash !== null && label.addressHash !== addressHash) {
    const hidden = { carrier: null, trackingNumber: null, image: null };
    return { canBuy: true, label: { state, reason: OTHER_ADDRESS, cost, ...hidden } };
  }
  return {
    canBuy: state === 'refused' || state === 'stopped',
    label: {
      state,
      reason,
      carrier,
      trackingNumber,
      cost,
      image: image && `data:image/png;base64,${image.toString('base64')}`,
    },
  };
}

/** The calls of members who buy the labels of parcels (after-the-trade.md, "The desk"). */
export function deskLabelRoutes(
  app: FastifyInstance,
  { pool, identity, steps, labels, rateLimits }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const change = changesByMembers(pool, identity);

  async function readShown(key: DealKey, userId: string): Promise<DeskLabel> {
    const row = await READ_SHOWN_DEAL.row(pool, [key.productId, key.id]);
    const moment = { nowMs: await databaseTime(pool), holidays: steps.holidays };
    const receiver =
      row && !isParty(row, { userId }) ? receiverOfParcel(storedDeal(row).deal, '', moment) : null;
    // Once the parcel has left, its label has no use, and it has an address.
    if (!labels || !receiver) {
      return { canBuy: false, label: null };
    }
    const parcel = { ...key, receiver };
    const label = await readLabel(pool, parcel);
    return shownLabel(label, await readAddressHash(pool, parcel));
  }

  answerCall(app, 'deskLabel', async ({ params: { code } }, request) => {
    const key = await findDeskDeal(pool, code);
    return key ? readShown(key, memberOf(request).userId) : UNKNOWN_CODE;
  });

  answerCall(
    app,
    'buyLabel',
    async ({ body: { code } }, request, reply) => {
      const key = await findDeskDeal(pool, code);
      if (!key) {
        return UNKNOWN_CODE;
      }
      if (!labels) {
        return OFF;
      }
      const { name, userId } = memberOf(request);
      const asked = await change(request, reply, async (tx) => {
        const deal = await lockDeal(tx, key);
        if (await isPartyOf(tx, key, userId)) {
          return OWN_DEAL_REFUSAL;
        }
        const moment = { nowMs: await databaseTime(tx), holidays: steps.holidays };
        const receiver = deal && receiverOfParcel(deal, name, moment);
        if (!receiver) {
          return refusedStep('wrong-state');
        }
        await labels.ask(tx, { ...key, receiver });
        await recordAct(tx, request, {
          act: 'buy-label',
          subject: `deal/${dealCode(key)}`,
          before: null,
          after: { receiver },
        });
        return 'asked';
      });
      return asked === 'asked' ? readShown(key, userId) : asked;
    },
    limitPerHour('labels', LABELS_PER_HOUR),
  );
}
