import { bodyBytesWithFile } from '@perkex/contract/fields.js';
import { MAX_PHOTO_BYTES } from '@perkex/contract/photo-limits.js';
import type { Verification } from '@perkex/contract/verification.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { DEFAULT_CHECKLIST } from '@perkex/core/verification/checklist.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { databaseTime } from '../database/database-time.js';
import { transaction } from '../database/transaction.js';
import { type DealSteps, lockDeal } from '../deals/take-step.js';
import { isPartyOf } from '../deals/users-of-deal.js';
import { answerCall } from '../http/calls.js';
import { hourlyLimits } from '../http/limit-users.js';
import { changesByMembers, largeBodiesOf, memberOf } from '../http/require-member.js';
import { PictureMakers } from '../pictures/picture-makers.js';
import type { PictureStore } from '../pictures/picture-store.js';
import type { Identity } from '../users/identity.js';
import type { Member } from '../users/members.js';
import { readAgreement } from '../verification/agreement.js';
import { changeChecklist, readChecklists } from '../verification/checklists.js';
import { readClaimPhoto } from '../verification/claim-photos.js';
import { giveVerdict } from '../verification/give-verdict.js';
import { addReservation, canBeReserved } from '../verification/pair-reservations.js';
import { unreadable } from '../verification/photo-file.js';
import { addPhoto, findPhoto, readPhoto, shownPhoto, storePhoto } from '../verification/photos.js';
import { expectVerdict, readTestResults } from '../verification/test-pairs.js';
import { DEFAULT_SECOND_REVIEWS, type SecondReviews } from '../verification/verification-settings.js';
import { changesOfDeals, OWN_DEAL_REFUSAL, UNKNOWN_CODE } from './change-deals.js';
import { recordAct } from './desk-acts.js';
import { findDeskDeal, findSeenPhoto } from './read-desk-deal.js';
import { refusedStep } from './step-sentences.js';

/** A member may need ten photos for a pair, and a pair every few minutes. */
const PHOTOS_PER_HOUR = 600;
const VERDICTS_PER_HOUR = 600;
/** Pages make small photos, which take a fraction of a second. */
const MAX_MAKING_MS = 20_000;

const UNKNOWN_PHOTO = { refused: 'unknown-photo' } as const;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn' | 'memberLogin'>;
  readonly steps: DealSteps;
  readonly pictures: PictureStore;
  readonly secondReviews?: SecondReviews;
  readonly random: () => number;
  readonly rateLimits: boolean;
}

/** The calls of members who verify pairs: photos, verdicts and checklists (after-the-trade.md, "The desk"). */
export function deskVerificationRoutes(
  app: FastifyInstance,
  { pool, identity, steps, pictures, secondReviews = DEFAULT_SECOND_REVIEWS, random, rateLimits }: Options,
): void {
  const makers = new PictureMakers(MAX_MAKING_MS);
  app.addHook('onClose', async () => makers.close());
  const change = changesByMembers(pool, identity);
  const changeDeal = changesOfDeals({ pool, identity, holidays: steps.holidays });
  const limitPerHour = hourlyLimits(rateLimits);

  answerCall(
    app,
    'addPhoto',
    async ({ body: { code, id, subject, content } }, request, reply) => {
      const key = await findDeskDeal(pool, code);
      if (!key) {
        return UNKNOWN_CODE;
      }
      // A photo that is sent again need not be made again.
      const hash =
        (await findPhoto(pool, key, id))?.hash ??
        (await makers
          .makePhoto(Buffer.from(content, 'base64'), new AbortController().signal)
          .then((file) => storePhoto(pictures, file))
          .catch(unreadable));
      if (typeof hash !== 'string') {
        return hash;
      }
      const { name: member, userId } = memberOf(request);
      const added = await change(request, reply, async (tx) =>
        (await isPartyOf(tx, key, userId))
          ? OWN_DEAL_REFUSAL
          : addPhoto(tx, key, { id, member, subject, hash }),
      );
      return 'atMs' in added ? shownPhoto(added) : added;
    },
    {
      bodyLimit: bodyBytesWithFile(MAX_PHOTO_BYTES),
      preParsing: largeBodiesOf('desk', identity, pool),
      ...limitPerHour('photos', PHOTOS_PER_HOUR),
    },
  );

  answerCall(app, 'deskPhoto', async ({ params: { code, photo } }, request) => {
    const key = await findDeskDeal(pool, code);
    if (!key) {
      return UNKNOWN_CODE;
    }
    const found = await findSeenPhoto(pool, key, memberOf(request), photo);
    return found ? readPhoto(pictures, found.hash) : UNKNOWN_PHOTO;
  });

  answerCall(app, 'deskClaimPhoto', async ({ params: { code, photo } }, request) => {
    const key = await findDeskDeal(pool, code);
    if (!key) {
      return UNKNOWN_CODE;
    }
    const { userId } = memberOf(request);
    const isOwn = await transaction(pool, (tx) => isPartyOf(tx, key, userId));
    return (isOwn ? null : await readClaimPhoto(pool, pictures, key, photo)) ?? UNKNOWN_PHOTO;
  });

  answerCall(
    app,
    'reservePair',
    ({ body: { code } }, request, reply) =>
      changeDeal(code, request, reply, async (tx, key) => {
        const { name, userId } = memberOf(request);
        const deal = await lockDeal(tx, key);
        if (await isPartyOf(tx, key, userId)) {
          return OWN_DEAL_REFUSAL;
        }
        if (!canBeReserved(deal?.state)) {
          return refusedStep('wrong-state');
        }
        await addReservation(tx, key, name, await databaseTime(tx));
        return null;
      }),
    limitPerHour('reservations', VERDICTS_PER_HOUR),
  );

  answerCall(
    app,
    'giveVerdict',
    ({ body: { code, version, verdict, checklist, answers, reasons } }, request, reply) =>
      changeDeal(code, request, reply, async (tx, key) => {
        const given = {
          verdict,
          reasons,
          answers,
          checklistId: checklist,
          seenVersion: version,
          requestId: request.id,
        };
        const moment = { nowMs: await databaseTime(tx), holidays: steps.holidays };
        const rules = { moment, secondReviews, random };
        const outcome = await giveVerdict(tx, key, memberOf(request), given, rules);
        switch (outcome?.kind) {
          case undefined:
            return UNKNOWN_CODE;
          case 'refusal':
            return outcome.refusal;
          case 'refused':
            return refusedStep(outcome.code);
          case 'stepped':
            await steps.onStepped(tx, key, outcome);
            return null;
          case 'recorded':
            return null;
        }
      }),
    limitPerHour('verdicts', VERDICTS_PER_HOUR),
  );

  answerCall(
    app,
    'expectVerdict',
    ({ body: { code, expected } }, request, reply) =>
      changeDeal(code, request, reply, async (tx, key) => {
        const refusal = await expectVerdict(tx, key, memberOf(request), expected);
        if (refusal) {
          return refusal.refused === 'step-refused' ? refusedStep('wrong-state') : refusal;
        }
        // The journal has no expectation, as it has no verdict before it takes effect.
        const subject = `deal/${dealCode(key)}`;
        await recordAct(tx, request, { act: 'expect-verdict', subject, before: null, after: null });
        return null;
      }),
    limitPerHour('test pairs', VERDICTS_PER_HOUR),
  );
  answerCall(app, 'verification', (_parts, request) => readVerification(pool, memberOf(request)));
  answerCall(app, 'changeChecklist', async ({ body: { kind, seen, points } }, request, reply) => {
    const { name: member } = memberOf(request);
    const changed = await change(request, reply, async (tx) => {
      const before = await changeChecklist(tx, { kind, points, member, seenId: seen });
      if (!before) {
        return { refused: 'checklist-changed' } as const;
      }
      if (before !== 'saved') {
        const subject = `checklist/${kind ?? 'all'}`;
        await recordAct(tx, request, { act: 'change-checklist', subject, before, after: { points } });
      }
      return 'changed';
    });
    return changed === 'changed' ? readVerification(pool, memberOf(request)) : changed;
  });
}

async function readVerification(pool: pg.Pool, { role }: Member): Promise<Verification> {
  const checklists = await readChecklists(pool);
  return {
    standard: [...DEFAULT_CHECKLIST.points],
    checklists: checklists.map(({ atMs, ...list }) => ({ ...list, date: isoTime(atMs) })),
    agreement: await readAgreement(pool),
    tests: role === 'admin' ? await readTestResults(pool) : null,
  };
}
