/** Colours are hex values, `#rrggbb`. */

type Channels = readonly [number, number, number];

function channelsOf(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The perceived brightness of a colour, from 0 (black) to 1 (white). */
export function brightness(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** True for a colour of which details are lit rather than shaded. */
export function isDark(colour: string): boolean {
  return brightness(colour) < 0.3;
}

/** @param share the share of the second colour, from 0 to 1 */
export function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(colour).map((channel, index) =>
    Math.round(channel + ((others[index] as number) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

export function darker(colour: string, share: number): string {
  return mix(colour, '#000000', share);
}

export function lighter(colour: string, share: number): string {
  return mix(colour, '#ffffff', share);
}

/** The same material in shadow or worn: darker where it is bright, lighter where it is dark. */
export function apart(colour: string, share: number): string {
  return brightness(colour) > 0.3 ? darker(colour, share) : lighter(colour, share);
}
