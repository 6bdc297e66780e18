import type { MarketDay } from '@perkex/contract/market-day.js';
import { longDay } from '@perkex/core/close/long-day.js';
import { changeText } from '@perkex/core/market/percent-text.js';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, textAt } from './preview-text.js';

const MAX_NAME_LENGTH = 40;
const MAX_LINES = 3;

/** The close of a day as a picture for link previews. */
export function closeSvg({ day, index, sales, products, rises, falls, mostSold }: MarketDay): string {
  const lines = [
    ...rises.slice(0, 1).map(({ name, change }) => ({ name, note: changeText(change), colour: '#0a7d48' })),
    ...falls.slice(0, 1).map(({ name, change }) => ({ name, note: changeText(change), colour: '#c92a3a' })),
    ...mostSold.map(({ name, sales: sold }) => ({ name, note: `${sold} sold`, colour: '#0c0c0d' })),
  ].slice(0, MAX_LINES);
  const counted = sales === 0 ? 'Nothing was sold' : `${sales} sold · ${products} sneakers`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" viewBox="0 0 ${PREVIEW_WIDTH} ${PREVIEW_HEIGHT}">`,
    '<rect width="1200" height="630" fill="#f4f4f2"/><path fill="#e9e9e5" d="M820 0H1200V630H500Z"/>',
    '<rect y="618" width="1200" height="12" fill="#c8f53c"/>',
    textAt(56, 96, 34, '#66666d', 'The close'),
    textAt(56, 164, 58, '#0c0c0d', longDay(day)),
    ...(index === null
      ? []
      : [
          textAt(56, 304, 96, '#0c0c0d', index.value.toFixed(2)),
          textAt(640, 304, 44, colourOf(index.change), index.change === null ? '' : changeText(index.change)),
          textAt(56, 212, 20, '#66666d', 'PX50'),
        ]),
    textAt(56, 366, 30, '#66666d', counted),
    ...lines.flatMap(({ name, note, colour }, line) => [
      textAt(56, 432 + line * 48, 28, '#0c0c0d', cut(name)),
      textAt(980, 432 + line * 48, 28, colour, note),
    ]),
    textAt(56, 596, 32, '#0c0c0d', 'PerkeX'),
    '</svg>',
  ].join('');
}

function colourOf(change: number | null): string {
  return change === null || change === 0 ? '#66666d' : change > 0 ? '#0a7d48' : '#c92a3a';
}

function cut(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
}
