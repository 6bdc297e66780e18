/** A measured quantity as the market grows: a line through a few points. */
export interface Curve {
  /** The name of its file, without the extension. */
  readonly name: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** In ascending order of x, whose axis is logarithmic. */
  readonly points: readonly CurvePoint[];
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 64;
const RIGHT = 24;
const TOP = 44;
const BOTTOM = 52;
const STEPS_OF_Y = 4;

/** Readable on white and on black, since the pages that show it may be either. */
const STYLE = `
    text { font: 13px system-ui, sans-serif; fill: #57606a }
    .title { font-size: 15px; font-weight: 600; fill: #1f2328 }
    .grid { stroke: #d0d7de }
    .line { stroke: #0969da; stroke-width: 2; fill: none }
    .point { fill: #0969da }
    @media (prefers-color-scheme: dark) {
      text { fill: #9198a1 }
      .title { fill: #f0f6fc }
      .grid { stroke: #3d444d }
      .line { stroke: #4493f8 }
      .point { fill: #4493f8 }
    }
  `;

/** Draws a curve as an SVG file. y begins at zero, so that a fall looks as deep as it is. */
export function drawCurve({ title, xLabel, yLabel, points }: Curve): string {
  const logs = points.map(({ x }) => Math.log10(x));
  const [first = 0] = logs;
  const reach = (logs.at(-1) ?? first) - first || 1;
  const top = roundUp(Math.max(...points.map(({ y }) => y)));
  const xOf = (x: number) => LEFT + ((Math.log10(x) - first) / reach) * (WIDTH - LEFT - RIGHT);
  const yOf = (y: number) => HEIGHT - BOTTOM - (y / top) * (HEIGHT - BOTTOM - TOP);
  const grid = Array.from({ length: STEPS_OF_Y + 1 }, (_, step) => (top * step) / STEPS_OF_Y).map(
    (y) =>
      `<line class="grid" x1="${LEFT}" y1="${round(yOf(y))}" x2="${WIDTH - RIGHT}" y2="${round(yOf(y))}"/>` +
      `<text x="${LEFT - 8}" y="${round(yOf(y) + 4)}" text-anchor="end">${shortNumber(y)}</text>`,
  );
  const dots = points.map(
    ({ x, y }) =>
      `<circle class="point" cx="${round(xOf(x))}" cy="${round(yOf(y))}" r="4"/>` +
      `<text x="${round(xOf(x))}" y="${round(yOf(y) - 10)}" text-anchor="middle">${shortNumber(y)}</text>` +
      `<text x="${round(xOf(x))}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${shortNumber(x)}</text>`,
  );
  const line = points.map(({ x, y }) => `${round(xOf(x))},${round(yOf(y))}`).join(' ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `  <title>${escapeXml(title)}</title>`,
    `  <style>${STYLE}</style>`,
    `  <text class="title" x="${LEFT}" y="20">${escapeXml(title)}</text>`,
    ...grid.map((part) => `  ${part}`),
    `  <polyline class="line" points="${line}"/>`,
    ...dots.map((part) => `  ${part}`),
    `  <text x="${WIDTH - RIGHT}" y="${HEIGHT - 12}" text-anchor="end">${escapeXml(xLabel)}</text>`,
    `  <text x="${LEFT}" y="${HEIGHT - 12}">${escapeXml(yLabel)}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

/** Rounds up to 1, 2 or 5 times a power of ten, or to at most a quarter more: a maximum that divides well. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];
  return power * (steps.find((step) => step * power >= value * 1.05) ?? 12);
}

/** At most four digits, with a k or an M: 9,840, 12.5k, 1M. */
export function shortNumber(value: number): string {
  if (value >= 999_500) {
    return `${trimmed(value / 1_000_000)}M`;
  }
  if (value >= 10_000) {
    return `${trimmed(value / 1_000)}k`;
  }
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : trimmed(value);
}

function trimmed(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
