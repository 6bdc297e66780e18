/** The subjects of photos at the desk. A photo of a `parcel` may show a name or an address, so no trader sees it. */
export const PHOTO_SUBJECTS = [
  'parcel',
  'box',
  'box-label',
  'contents',
  'sides',
  'soles',
  'inside',
  'shoe-label',
  'defect',
] as const;
export type PhotoSubject = (typeof PHOTO_SUBJECTS)[number];

/** The reasons for which a pair is rejected. */
export const REJECTION_REASONS = [
  'wrong-product',
  'wrong-size',
  'worn',
  'damaged',
  'not-authentic',
  'box-damaged',
  'incomplete',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** The photos that each reason requires (after-the-trade.md, "The desk"). */
export const PHOTOS_BY_REASON: Readonly<Record<RejectionReason, readonly PhotoSubject[]>> = {
  'wrong-product': ['box-label', 'sides'],
  'wrong-size': ['box-label', 'shoe-label'],
  worn: ['soles', 'inside'],
  damaged: ['defect'],
  'not-authentic': ['shoe-label', 'sides', 'soles'],
  'box-damaged': ['box'],
  incomplete: ['contents'],
};

/** The photos that these reasons require and that have not been taken, each once. */
export function missingPhotos(
  reasons: readonly RejectionReason[],
  taken: readonly PhotoSubject[],
): PhotoSubject[] {
  const required = new Set(reasons.flatMap((reason) => PHOTOS_BY_REASON[reason]));
  return PHOTO_SUBJECTS.filter((subject) => required.has(subject) && !taken.includes(subject));
}
