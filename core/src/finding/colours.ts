import { normalised } from './normalised.js';

/** The colour families, in display order. */
export const COLOURS = [
  'black',
  'white',
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
  'brown',
  'beige',
  'gold',
  'silver',
  'multicolour',
] as const;

export type Colour = (typeof COLOURS)[number];

/** The brands' names for colours. A name of several words takes precedence over its single words. */
const NAMES: Readonly<Record<Colour, string>> = {
  black: 'black, anthracite, ebony, jet, noir, oil, onyx, phantom, raven',
  white: 'white, ararat, blanc, chalk, ivory, milk, pearl, snow, white onyx',
  grey: `grey, gray, ash, cement, charcoal, cinder, cloud, concrete, dove, flint, fog, gunsmoke, iron, lead, magnet, moon,
    rain, salt, shadow, slate, smoke, static, steel, stone, turtledove, vapor, wolf`,
  red: `red, brick, bordeaux, burgundy, cardinal, cherry, crimson, garnet, infrared, lava, maroon, oxblood, ruby, scarlet, wine`,
  orange: `orange, amber, apricot, cone, copper, desert ore, mango, melon, peach, pumpkin, rust, tangerine, terracotta`,
  yellow: `yellow, amarillo, butter, canary, citron, del sol, dijon, lemon, maize, mustard, saffron, sulphur, sulfur, sun,
    university gold, volt`,
  green: `green, cactus, celadon, chlorophyll, emerald, fern, forest, jade, juniper, kelp, lime, mint, menta, moss,
    olive, pine, pistachio, sage, seafoam, spruce, teal, verde`,
  blue: `blue, aqua, azure, carolina, cobalt, cyan, denim, glacier, ice, indigo, lagoon, lagoon pulse, marina, navy, obsidian,
    ocean, powder blue, royal, sapphire, sky, turquoise, ultramarine`,
  purple: `purple, amethyst, aubergine, berry, concord, grape, iris, lavender, lilac, mauve, orchid, plum, violet`,
  pink: `pink, blush, bubblegum, coral, flamingo, fuchsia, magenta, raspberry, rose, salmon, watermelon`,
  brown: `brown, acorn, bison, bronze, cacao, carob, chestnut, chocolate, cinnamon, cocoa, coffee, cognac, espresso, gum, hazel,
    maple, mahogany, mink, mocha, palomino, ridgerock, sepia, tobacco, walnut, wood`,
  beige: `beige, almond, biscuit, bone, camel, canvas, cashmere, champagne, coconut, cream, desert, ecru, egret, fossil, hemp,
    khaki, latte, linen, muslin, natural, oatmeal, oat, oyster, parchment, rattan, sail, sand, sesame, tan, taupe,
    vanilla, wheat`,
  gold: 'gold, golden, brass, rose gold',
  silver: 'silver, aluminium, aluminum, chrome, mercury, platinum, pewter, titanium',
  multicolour: 'multi, multicolour, multicolor, multicoloured, multicolored, rainbow, tie dye',
};

const COLOUR_OF_NAME = new Map(
  COLOURS.flatMap((colour) => NAMES[colour].split(',').map((name) => [name.trim(), colour] as const)),
);

/** Separates the colours of a colourway, as in 'Varsity Red/Black-Sail'. */
const BETWEEN_COLOURS = /[/\-–—,;&+|]| and | with /;

/**
 * The distinct colours of a colourway in its order: 'Varsity Red/Black-Sail' is red, black and beige. Unknown words are
 * ignored. The last known word of a part is its colour, the words before it are the shade.
 */
export function coloursOf(colourway: string | null): Colour[] {
  const parts = normalised(colourway ?? '').split(BETWEEN_COLOURS);
  return [...new Set(parts.flatMap((part) => colourOf(part.trim().split(' ')) ?? []))];
}

function colourOf(words: readonly string[]): Colour | null {
  for (let last = words.length - 1; last >= 0; last -= 1) {
    const word = words[last] ?? '';
    const colour = COLOUR_OF_NAME.get(`${words[last - 1]} ${word}`) ?? COLOUR_OF_NAME.get(word);
    if (colour) {
      return colour;
    }
  }
  return null;
}
