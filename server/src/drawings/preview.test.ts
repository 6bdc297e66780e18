import { expect, it } from 'vitest';
import { BusyError } from '../errors/busy-error.js';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, Previews, previewSvg } from './preview.js';

const DRAWING = { silhouette: 'foam-slide', colours: {} };

it('a preview is a PNG of 1200 by 630, made once per shoe', async () => {
  const previews = new Previews();
  const made = previews.find('Foam Slide', DRAWING);
  expect(previews.find('Foam Slide', DRAWING)).toBe(made);
  const png = await made;
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([PREVIEW_WIDTH, PREVIEW_HEIGHT]);
});

it('too many new previews at once are refused as busy', async () => {
  const previews = new Previews();
  const asked = Array.from({ length: 14 }, (_, index) => previews.find(`Shoe ${index}`, DRAWING));
  const answers = await Promise.allSettled(asked.slice(12));
  expect(answers.map((answer) => answer.status === 'rejected' && answer.reason instanceof BusyError)).toEqual(
    [true, true],
  );
  await Promise.allSettled(asked);
});

it('names are escaped in a preview, and long ones end in an ellipsis', () => {
  expect(previewSvg('A <b> & C', DRAWING)).toContain('A &lt;b&gt; &amp; C');
  expect(previewSvg(`Shoe ${'of many words '.repeat(20)}`, DRAWING)).toContain('…');
});
