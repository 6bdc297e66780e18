import { DAY_MS, dayAt } from '@perkex/core/figures/days.js';
import type { Kind } from '@perkex/core/finding/kinds.js';
import type { Drawing } from '@perkex/server/catalogue/create-products.js';
import type { Silhouette } from '@perkex/server/drawings/silhouettes.js';
import { WORDS } from './made-up-words.js';
import { type Random, seededRandom } from './random.js';
import type { SizeRun } from './size-run.js';

/** A made-up product, for trying out a large catalogue. */
export interface MadeUpProduct {
  readonly name: string;
  readonly brand: string;
  readonly model: string;
  readonly nickname: string | null;
  readonly kind: Kind;
  readonly description: string;
  readonly styleCode: string;
  readonly colourway: string;
  readonly retailPriceCents: number;
  /** YYYY-MM-DD; so is `tradesFrom`, which is null for one that trades already. */
  readonly releaseDate: string;
  readonly tradesFrom: string | null;
  readonly sizeRun: SizeRun;
  readonly drawing: Drawing;
}

const MAX_MODELS = 2_000;
const PRODUCTS_PER_MODEL = 50;
/** Coprime to the number of nicknames, so that all are used before one repeats. */
const NICKNAME_STEP = 1_019;
const NICKNAMES = WORDS.nicknameBeginnings.length * WORDS.nicknameEndings.length;

const UPCOMING_SHARE = 0.01;
const MAX_DAYS_AHEAD = 120;
const MAX_DAYS_AGO = 9_000;
const BYNAME_SHARE = 0.08;

const MODEL_SILHOUETTES = [
  'low-court',
  'high-court',
  'jordan-4',
  'modern-court',
  'air-max-1',
  'knit-runner',
  'dad-shoe',
  'chunky-trainer',
  'skate-low',
  'terrace',
] as const satisfies readonly Silhouette[];

interface MadeFor extends SizeRun {
  readonly kind: Kind;
  /** The percentage of products of this audience. */
  readonly percent: number;
  /** The ending of the name, as on the box. */
  readonly ending: string;
  /** The price relative to a men's pair. */
  readonly priceShare: number;
}

const ADULT = { ending: '', priceShare: 1 };
const MADE_FOR: readonly MadeFor[] = [
  {
    kind: 'men',
    percent: 62,
    ...ADULT,
    sizes: ['7', '7.5', '8', '8.5', '9', '9.5', '10', '10.5', '11', '11.5', '12', '13'],
    popularSize: 10,
    popularityWidth: 2,
  },
  {
    kind: 'women',
    percent: 15,
    ...ADULT,
    ending: ' W',
    sizes: ['5W', '5.5W', '6W', '6.5W', '7W', '7.5W', '8W', '8.5W', '9W', '9.5W', '10W', '11W'],
    popularSize: 8,
    popularityWidth: 1.6,
  },
  {
    kind: 'unisex',
    percent: 8,
    ...ADULT,
    sizes: ['4', '5', '6', '7', '8', '9', '10', '11', '12', '13'],
    popularSize: 9,
    popularityWidth: 2.2,
  },
  {
    kind: 'grade school',
    percent: 9,
    ending: ' GS',
    priceShare: 0.75,
    sizes: ['3.5Y', '4Y', '4.5Y', '5Y', '5.5Y', '6Y', '6.5Y', '7Y'],
    popularSize: 6.5,
    popularityWidth: 1.4,
  },
  {
    kind: 'preschool',
    percent: 3,
    ending: ' PS',
    priceShare: 0.6,
    sizes: ['11K', '11.5K', '12K', '12.5K', '13K', '13.5K'],
    popularSize: 12.5,
    popularityWidth: 1,
  },
  {
    kind: 'toddler',
    percent: 3,
    ending: ' TD',
    priceShare: 0.5,
    sizes: ['4C', '5C', '6C', '7C', '8C', '9C', '10C'],
    popularSize: 7,
    popularityWidth: 1.5,
  },
];

export interface MadeUpCatalogue {
  readonly count: number;
  readonly seed: number;
  readonly now: Date;
}

/** The product at an index from 0: deterministic for the same options and index, with unique names and style codes. */
export function madeUpProduct({ count, seed, now }: MadeUpCatalogue, place: number): MadeUpProduct {
  const models = Math.min(MAX_MODELS, Math.max(1, Math.ceil(count / PRODUCTS_PER_MODEL)));
  const model = modelAt(place % models, seed);
  const numberOfModel = Math.floor(place / models);
  const random = seededRandom(seed, `made-up product ${place}`);
  const { kind, ending, priceShare, ...sizeRun } = madeForAt(random);
  const [main, second] = twoShades(random);
  return {
    name: `${model.brand} ${model.name} ${nicknameAt(model.number, numberOfModel)}${ending}`,
    brand: model.brand,
    model: model.name,
    nickname: random.chance(BYNAME_SHARE) ? pick(WORDS.bynames, random) : null,
    kind,
    description: `Made up for trying out a large catalogue: no brand makes it. One of the ${model.brand} ${model.name} line, in ${main[0].toLowerCase()} with ${second[0].toLowerCase()}.`,
    styleCode: `${model.code}-${String(numberOfModel).padStart(3, '0')}`,
    colourway: `${main[0]}/${second[0]}`,
    retailPriceCents: 500 * Math.round((priceShare * model.priceDollars) / 5),
    ...releaseOf(now, random),
    sizeRun,
    drawing: drawingOf(model.silhouette, main[1], second[1]),
  };
}

interface Model {
  readonly number: number;
  readonly brand: string;
  readonly name: string;
  readonly code: string;
  readonly silhouette: Silhouette;
  readonly priceDollars: number;
}

/** A brand uses all words before it reuses one with a number. */
function modelAt(number: number, seed: number): Model {
  const brandNumber = number % WORDS.brands.length;
  const brand = WORDS.brands[brandNumber] ?? '';
  const ofBrand = Math.floor(number / WORDS.brands.length);
  const word = WORDS.models[(ofBrand + 3 * brandNumber) % WORDS.models.length] ?? '';
  const edition = 1 + Math.floor(ofBrand / WORDS.models.length);
  const random = seededRandom(seed, `made-up model ${number}`);
  return {
    number,
    brand,
    name: edition === 1 ? word : `${word} ${edition}`,
    code: `${brand.slice(0, 2).toUpperCase()}${String(number).padStart(4, '0')}`,
    silhouette: pick(MODEL_SILHOUETTES, random),
    priceDollars: 10 * random.integer(6, 24),
  };
}

function nicknameAt(model: number, numberOfModel: number): string {
  const number = (model * 7 + numberOfModel * NICKNAME_STEP) % NICKNAMES;
  const beginning = WORDS.nicknameBeginnings[number % WORDS.nicknameBeginnings.length];
  const end = WORDS.nicknameEndings[Math.floor(number / WORDS.nicknameBeginnings.length)];
  return `${beginning} ${end}`;
}

function madeForAt(random: Random): MadeFor {
  let left = random.integer(1, 100);
  const found = MADE_FOR.find(({ percent }) => {
    left -= percent;
    return left <= 0;
  });
  return found ?? (MADE_FOR[0] as MadeFor);
}

type Shade = (typeof WORDS.shades)[number];

function twoShades(random: Random): [Shade, Shade] {
  const first = random.integer(0, WORDS.shades.length - 1);
  const second = (first + random.integer(1, WORDS.shades.length - 1)) % WORDS.shades.length;
  return [WORDS.shades[first] as Shade, WORDS.shades[second] as Shade];
}

/** Most are from the last few years; a few are upcoming and trade from their release. */
function releaseOf(now: Date, random: Random): Pick<MadeUpProduct, 'releaseDate' | 'tradesFrom'> {
  const isUpcoming = random.chance(UPCOMING_SHARE);
  const days = isUpcoming
    ? random.integer(1, MAX_DAYS_AHEAD)
    : -Math.floor(MAX_DAYS_AGO * random.next() ** 2);
  const releaseDate = dayAt(now.getTime() + days * DAY_MS);
  return { releaseDate, tradesFrom: isUpcoming ? releaseDate : null };
}

function drawingOf(silhouette: Silhouette, main: string, second: string): Drawing {
  const colours = {
    upper: main,
    overlay: second,
    accent: second,
    midsole: '#f5f4f0',
    outsole: second,
    laces: main,
  };
  return { silhouette, colours, details: [] };
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[random.integer(0, items.length - 1)] as Item;
}
