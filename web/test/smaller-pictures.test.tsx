import { beforeEach, expect, it, vi } from 'vitest';
import { contentOf, shrinkPhoto } from '../src/deals/shrink-photo.js';
import { shrinkPicture } from '../src/desk/catalogue/shrink-picture.js';
import { drawPictures } from './support/drawn-pictures.js';

const fileOf = (bytes: number, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type });
/** A photo of so many bytes at a quality of 1. */
const drawnAs = (bytes: number) =>
  vi
    .spyOn(HTMLCanvasElement.prototype, 'toDataURL')
    .mockImplementation((_type, quality) => `data:,${'x'.repeat((4 / 3) * bytes * (quality ?? 1))}`);

beforeEach(() => {
  drawPictures('');
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(fileOf(600_000)));
});

it.each([
  ['a small picture as it is', fileOf(700_000), 700_000],
  ['a large one smaller', fileOf(3_000_000), 600_000],
  ['one that this browser cannot read as it is', fileOf(3_000_000, 'image/avif'), 3_000_000],
  ['none that is too large', fileOf(5_000_000, 'image/avif'), undefined],
])('a member sends %s', async (_what, file, bytes) => {
  expect((await shrinkPicture(file))?.size).toBe(bytes);
});

it.each([
  [480_000, 384_000],
  [900_000, 540_000],
  [1_950_000, 780_000],
])('a photo of %i bytes is sent with %i', async (bytes, sent) => {
  drawnAs(bytes);
  expect(contentOf(await shrinkPhoto(fileOf(1))).length).toBe((4 / 3) * sent);
});
