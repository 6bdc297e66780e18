import { expect, it } from 'vitest';
import { missingPhotos, PHOTOS_BY_REASON } from './rejections.js';

it('lists the photos that the reasons require and that are missing, each once', () => {
  expect(missingPhotos([], [])).toEqual([]);
  expect(missingPhotos(['wrong-product', 'not-authentic'], ['soles', 'defect'])).toEqual([
    'box-label',
    'sides',
    'shoe-label',
  ]);
  expect(missingPhotos(['damaged'], ['defect'])).toEqual([]);
});

it('requires photos for every reason, and none of a parcel, which traders must not see', () => {
  for (const subjects of Object.values(PHOTOS_BY_REASON)) {
    expect(subjects.length).toBeGreaterThan(0);
    expect(subjects).not.toContain('parcel');
  }
});
