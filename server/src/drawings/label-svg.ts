import type { Drawing } from '../catalogue/create-products.js';
import { drawShoe } from './draw-shoe.js';
import { linesOf, PREVIEW_HEIGHT, PREVIEW_WIDTH, textAt } from './preview-text.js';

/** The content of a shared label: nothing of a person, and no number of the trade. */
export interface PreviewLabel {
  readonly name: string;
  readonly styleCode: string | null;
  readonly colourway: string | null;
  readonly size: string;
  /** Whole dollars. */
  readonly price: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Null if the product has a picture of its own, which is not drawn here. */
  readonly drawing: Drawing | null;
}

const MAX_NAME_LINES = 4;
const MAX_FACT_LENGTH = 26;

/** The label of a traded pair's box as a picture for link previews. */
export function labelSvg({ name, styleCode, colourway, size, price, day, drawing }: PreviewLabel): string {
  const shoe =
    drawing === null
      ? ''
      : drawShoe(drawing, 'front').replace('<svg ', '<svg x="620" y="70" width="500" height="312" ');
  const facts = [
    { x: 400, y: 452, label: 'STYLE', text: styleCode ?? '--' },
    { x: 400, y: 532, label: 'COLOUR', text: colourway ?? '--' },
    { x: 900, y: 452, label: 'PRICE', text: `${price}$` },
    { x: 900, y: 532, label: 'TRADED', text: day },
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" viewBox="0 0 ${PREVIEW_WIDTH} ${PREVIEW_HEIGHT}">`,
    '<rect width="1200" height="630" fill="#e9e9e5"/>',
    '<rect x="40" y="40" width="1120" height="538" rx="10" fill="#ffffff" stroke="#0c0c0d" stroke-width="3"/>',
    '<rect y="618" width="1200" height="12" fill="#c8f53c"/>',
    shoe,
    ...linesOf(name, MAX_NAME_LINES).map((line, index) => textAt(80, 120 + index * 58, 46, '#0c0c0d', line)),
    '<path fill="#0c0c0d" d="M40 388H1160V391H40z"/><rect x="41" y="390" width="310" height="187" rx="8" fill="#0c0c0d"/>',
    textAt(80, 444, 24, '#ffffff', 'US'),
    textAt(80, 544, size.length > 4 ? 76 : 96, '#ffffff', size),
    ...facts.flatMap(({ x, y, label, text }) => [
      textAt(x, y - 26, 18, '#66666d', label),
      textAt(x, y + 8, 30, '#0c0c0d', cut(text)),
    ]),
    textAt(1040, 602, 24, '#0c0c0d', 'PerkeX'),
    '</svg>',
  ].join('');
}

function cut(text: string): string {
  return text.length > MAX_FACT_LENGTH ? `${text.slice(0, MAX_FACT_LENGTH - 1)}…` : text;
}
