import { dealParamsSchema } from './deals.js';
import { deskDealSchema } from './desk.js';
import {
  addPhotoBodySchema,
  deskPhotoParamsSchema,
  deskPhotoSchema,
  ownPhotoParamsSchema,
  photoFileSchema,
} from './desk-photos.js';
import {
  changeChecklistBodySchema,
  expectVerdictBodySchema,
  ownReportSchema,
  pairBodySchema,
  verdictBodySchema,
  verificationSchema,
} from './verification.js';

const OF_MEMBERS = ['factor-needed', 'member-proof-needed'] as const;

/** The calls of members who verify pairs, as parts of `CALLS`. */
export const CALLS_OF_VERIFICATION = {
  dealReport: {
    tag: 'deals',
    summary: 'The report of the check of a pair that the user has bought or sold',
    answers: 'The verdict with its reasons and photos; null before it',
    params: dealParamsSchema,
    answer: ownReportSchema,
    problems: ['unknown-deal'],
  },
  dealPhoto: {
    tag: 'deals',
    summary: 'A photo of that report',
    answers: 'Its file as a data: URL',
    params: ownPhotoParamsSchema,
    answer: photoFileSchema,
    problems: ['unknown-deal', 'unknown-photo'],
  },
  addPhoto: {
    tag: 'desk',
    summary: 'Add a photo to a deal. The same photo again is stored once',
    answers: 'The photo as it is stored',
    body: addPhotoBodySchema,
    answer: deskPhotoSchema,
    problems: [...OF_MEMBERS, 'unknown-code', 'own-deal', 'unreadable-photo', 'too-many-photos', 'id-reused'],
  },
  deskPhoto: {
    tag: 'desk',
    summary: 'A photo of a deal',
    answers: 'Its file as a data: URL',
    params: deskPhotoParamsSchema,
    answer: photoFileSchema,
    problems: [...OF_MEMBERS, 'unknown-code', 'unknown-photo'],
  },
  reservePair: {
    tag: 'desk',
    summary: 'Reserve the check of a pair for half an hour, also if another member has reserved it',
    answers: 'The deal after it',
    body: pairBodySchema,
    answer: deskDealSchema,
    problems: [...OF_MEMBERS, 'unknown-code', 'own-deal', 'step-refused'],
  },
  giveVerdict: {
    tag: 'desk',
    summary: 'Give a verdict on a pair. It takes effect at once, or after that of a second member',
    answers: 'The deal after it',
    body: verdictBodySchema,
    answer: deskDealSchema,
    problems: [
      ...OF_MEMBERS,
      'unknown-code',
      'own-deal',
      'step-refused',
      'already-reviewed',
      'admin-needed',
      'checklist-changed',
      'checklist-open',
      'point-failed',
      'reason-missing',
      'photos-missing',
    ],
  },
  expectVerdict: {
    tag: 'desk',
    summary: 'Make a pair a test of the members who check it, by what they must find',
    answers: 'The deal after it',
    body: expectVerdictBodySchema,
    answer: deskDealSchema,
    problems: [...OF_MEMBERS, 'unknown-code', 'own-deal', 'step-refused', 'already-reviewed'],
  },
  verification: {
    tag: 'desk',
    summary: 'The checklists, and how far members agree about pairs',
    answers: 'The checklists that admins have written, and the agreement of each member',
    answer: verificationSchema,
    problems: OF_MEMBERS,
  },
  changeChecklist: {
    tag: 'desk',
    summary: 'Write the checklist of a kind of products',
    answers: 'The checklists after it',
    body: changeChecklistBodySchema,
    answer: verificationSchema,
    problems: [...OF_MEMBERS, 'checklist-changed'],
  },
} as const;
