import { expect, it } from 'vitest';
import { BusyError } from '../errors/busy-error.js';
import { labelSvg, type PreviewLabel } from './label-svg.js';
import { Previews, previewSvg } from './preview.js';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from './preview-text.js';

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

const LABEL: PreviewLabel = {
  name: 'Foam <Slide>',
  styleCode: 'FS-1',
  colourway: 'Bone/Bone',
  size: '9.5',
  price: 240,
  day: '2026-11-27',
  drawing: DRAWING,
};

it('a label is a PNG with the pair, its price and the day, escaped', async () => {
  const svg = labelSvg(LABEL);
  for (const text of ['Foam &lt;Slide&gt;', 'FS-1', 'Bone/Bone', '>9.5<', '240$', '2026-11-27']) {
    expect(svg).toContain(text);
  }
  const png = await new Previews().findLabel(LABEL);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([PREVIEW_WIDTH, PREVIEW_HEIGHT]);
});

it('a label of a product with photographs has no drawn shoe, and dashes for what is unknown', () => {
  const svg = labelSvg({ ...LABEL, styleCode: null, colourway: null, drawing: null });
  expect(svg.match(/<svg /g)).toHaveLength(1);
  expect(svg.match(/>--</g)).toHaveLength(2);
});
