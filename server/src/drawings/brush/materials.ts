import { darker, isDark, lighter, mix } from './colour.js';

/** The materials of the pieces of an upper. */
export const MATERIALS = [
  'leather',
  'suede',
  'nubuck',
  'patent',
  'knit',
  'mesh',
  'canvas',
  'plastic',
] as const;

export type Material = (typeof MATERIALS)[number];

export function isMaterial(name: string): name is Material {
  return MATERIALS.some((material) => material === name);
}

/** The definition of a paint for an id: a material in a colour, lit from the top left. */
export function materialOf(material: Material, id: string, colour: string): string {
  const dark = isDark(colour);
  const nap = (share: number) => (dark ? lighter(colour, share * 0.8) : darker(colour, share));
  const sheen = (share: number) => lighter(colour, share);
  switch (material) {
    case 'leather':
      return gradient(id, [
        [0, mix(colour, '#ffffff', dark ? 0.17 : 0.3)],
        [0.4, colour],
        [1, darker(colour, dark ? 0.3 : 0.13)],
      ]);
    case 'plastic':
      return gradient(id, [
        [0, sheen(0.32)],
        [0.22, sheen(0.06)],
        [0.3, colour],
        [0.9, darker(colour, 0.2)],
        [1, sheen(0.14)],
      ]);
    case 'patent':
      return gradient(
        id,
        [
          [0, sheen(dark ? 0.12 : 0.1)],
          [0.16, sheen(dark ? 0.62 : 0.72)],
          [0.25, sheen(dark ? 0.4 : 0.4)],
          [0.29, colour],
          [0.62, darker(colour, 0.28)],
          [0.82, colour],
          [0.93, sheen(0.28)],
          [1, darker(colour, 0.2)],
        ],
        'x1=".1" x2=".22" y2="1"',
      );
    case 'suede':
      return pattern(id, 12, 10, colour, [
        ['M1 2l2 1M6 1l1 1M10 4l1 1M3 6h1M8 8l1-1M1 8l1 1', nap(0.13)],
        ['M4 3l1-1M9 1l1 1M6 5l1 1M1 5h1M5 9h1', sheen(0.1)],
      ]);
    case 'nubuck':
      return pattern(id, 7, 6, colour, [
        ['M1 1h1M4 3h1M2 5h1', nap(0.12)],
        ['M3 1h1M6 4h1M0 3h1', sheen(0.1)],
      ]);
    case 'knit':
      return pattern(id, 7, 6, colour, [
        ['M0 1l3.5 3l3.5-3', nap(dark ? 0.1 : 0.16)],
        ['M0 3.2l3.5 3l3.5-3', sheen(dark ? 0.05 : 0.12)],
      ]);
    case 'mesh':
      return pattern(id, 6, 5, colour, [
        ['M1.5 1.5h1M4.5 4h1', darker(colour, dark ? 0.6 : 0.27), 1.7],
        ['M1.3.4h1.4M4.3 2.9h1.4', sheen(dark ? 0.12 : 0.2), 0.8],
      ]);
    case 'canvas':
      return pattern(id, 4, 4, colour, [
        ['M0 1h2M2 3h2', nap(dark ? 0.07 : 0.1)],
        ['M1 2v2M3 0v2', sheen(dark ? 0.05 : 0.12)],
      ]);
  }
}

function gradient(
  id: string,
  stops: readonly (readonly [number, string])[],
  line = 'x2=".55" y2="1"',
): string {
  const drawn = stops.map(
    ([offset, colour]) => `<stop${offset ? ` offset="${offset}"` : ''} stop-color="${colour}"/>`,
  );
  return `<linearGradient id="${id}" ${line}>${drawn.join('')}</linearGradient>`;
}

function pattern(
  id: string,
  width: number,
  height: number,
  colour: string,
  lines: readonly (readonly [line: string, colour: string, width?: number])[],
): string {
  const drawn = lines.map(
    ([line, stroke, thickness = 0.9]) => `<path d="${line}" stroke="${stroke}" stroke-width="${thickness}"/>`,
  );
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"><path d="M0 0h${width}v${height}H0Z" fill="${colour}"/>${drawn.join('')}</pattern>`;
}
