/** Prints on a material as patterns; each function returns the definition for an id. */
export const TEXTURES = {
  cracks: (id: string, colour: string) =>
    pattern(
      id,
      34,
      30,
      `<path d="M2 4l7 4l3 8l-6 6l-5-3M9 8l8-5l6 4l-2 7l-9 2M23 7l8-3M21 14l7 5l-1 7l-9 3l-5-6l7-9M28 19l6-2M6 22l2 7M27 26l4 4" ${stroke(colour, 1.7)}/>`,
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
