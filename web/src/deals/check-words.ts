import type { PhotoSubject, RejectionReason } from '@perkex/core/verification/rejections.js';

/** The subjects of photos in words. */
export const PHOTOS: Readonly<Record<PhotoSubject, string>> = {
  parcel: 'Parcel',
  box: 'Box',
  'box-label': 'Box label',
  contents: 'Contents of the box',
  sides: 'Both shoes from the side',
  soles: 'Soles',
  inside: 'Inside the shoes',
  'shoe-label': 'Label in a shoe',
  defect: 'Defect',
};

/** The reasons why a pair fails. */
export const REASONS: Readonly<Record<RejectionReason, string>> = {
  'wrong-product': 'Wrong product',
  'wrong-size': 'Wrong size',
  worn: 'Worn',
  damaged: 'Damaged',
  'not-authentic': 'Not authentic',
  'box-damaged': 'Box missing or damaged',
  incomplete: 'Something is missing',
};

/** The name of a picture that a buyer has added to a claim. */
export const CLAIM_PICTURE = 'Picture of the claim';
