/** Materials as patterns; each function returns the definition for an id. */
export const TEXTURES = {
  mesh: (id: string, colour: string) =>
    pattern(id, 9, 8, `<path d="M2 2h2.600M6.500 6h2.600" ${stroke(colour, 2.6)}/>`),
  knit: (id: string, colour: string) =>
    pattern(id, 8, 7, `<path d="M0 1l4 3.600l4-3.600M0 4.500l4 3.600l4-3.600" ${stroke(colour, 1.1)}/>`),
  suede: (id: string, colour: string) =>
    pattern(
      id,
      13,
      11,
      `<path d="M1 2l1.500 1M6 1l1 1.300M10.500 3l1.300.6M3.500 6l1.200.4M8 7.500l1.300-.8M12 9l-1 .8M2 9.500l1 .8M6 10l.6-1" ${stroke(colour, 0.9)}/>`,
    ),
  canvas: (id: string, colour: string) =>
    pattern(id, 4, 4, `<path d="M0 1h2M2 3h2M1 2v2M3 0v2" ${stroke(colour, 0.7)}/>`),
  check: (id: string, colour: string) =>
    pattern(id, 28, 28, `<path fill="${colour}" d="M0 0h14v14H0ZM14 14h14v14H14Z"/>`),
  cracks: (id: string, colour: string) =>
    pattern(
      id,
      34,
      30,
      `<path d="M2 4l7 4l3 8l-6 6l-5-3M9 8l8-5l6 4l-2 7l-9 2M23 7l8-3M21 14l7 5l-1 7l-9 3l-5-6l7-9M28 19l6-2M6 22l2 7M27 26l4 4" ${stroke(colour, 1.7)}/>`,
    ),
  grain: (id: string, colour: string) =>
    pattern(
      id,
      15,
      13,
      `<path d="M1 3q3-2 4 1t4 0M10 8q2-3 4 0M2 10q3-3 5 0M11 2q1 2 3 1" ${stroke(colour, 0.8)}/>`,
    ),
  wood: (id: string, colour: string) =>
    pattern(
      id,
      90,
      34,
      `<path d="M0 4q22 3 45 0t45 0M0 12q30-5 52 1t38-1M0 19q14 4 30 0q12-7 22 0t38 0M0 27q30 4 60-1t30 1M36 17q6-3 8 1q-4 3-8-1" ${stroke(colour, 1.5)}/>`,
    ),
} as const;

export type Texture = keyof typeof TEXTURES;

export function isTexture(name: string): name is Texture {
  return Object.hasOwn(TEXTURES, name);
}

function pattern(id: string, width: number, height: number, drawn: string): string {
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${drawn}</pattern>`;
}

function stroke(colour: string, width: number): string {
  return `stroke="${colour}" stroke-width="${width}"`;
}
