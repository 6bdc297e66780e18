import {
  type CampaignField,
  type CampaignFields,
  type CampaignKind,
  MAX_CAMPAIGN_DAYS,
  MAX_CAMPAIGNS_AT_ONCE,
  MAX_LINK_LENGTH,
  MAX_LINK_TEXT_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
} from '@perkex/contract/desk-campaigns.js';
import { PAGES } from '@perkex/contract/pages.js';
import { isAtPattern } from '@perkex/contract/path-of.js';
import { DAY_MS } from '@perkex/core/figures/days.js';
import type { CampaignRow } from '../../campaigns/campaign-rows.js';

/** A campaign that an admin wants to save. */
export interface CampaignContent {
  readonly kind: CampaignKind;
  readonly fields: CampaignFields;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

export interface CampaignError {
  readonly field: CampaignField;
  readonly error: string;
}

/** The known products among the featured ones, and whether the picture is stored. */
interface Known {
  readonly productIds: ReadonlySet<number>;
  readonly hasPicture: boolean;
}

const SOME_ORIGIN = 'https://market.invalid';
/** No spaces, controls, backslashes and other alphabets, which browsers could read differently from people. */
const PRINTABLE = /^[!-[\]-~]+$/;

const LONGEST: readonly (readonly ['title' | 'text' | 'link' | 'linkText', number])[] = [
  ['title', MAX_TITLE_LENGTH],
  ['text', MAX_TEXT_LENGTH],
  ['link', MAX_LINK_LENGTH],
  ['linkText', MAX_LINK_TEXT_LENGTH],
];

/** The content with trimmed texts, and without the fields that campaigns of its kind do not have. */
export function tidied({ kind, fields, ...period }: CampaignContent): CampaignContent {
  const [title, text, link, linkText] = [fields.title, fields.text, fields.link, fields.linkText].map(
    (each) => each.trim(),
  ) as [string, string, string, string];
  const none = {
    title: '',
    text: '',
    link: '',
    linkText: '',
    mood: 'night',
    picture: null,
    products: [],
  } as const;
  const { mood, picture, products } = fields;
  switch (kind) {
    case 'banner':
      return {
        kind,
        ...period,
        fields: { ...none, title, text, link, linkText, mood, picture, products: [] },
      };
    case 'featured':
      return { kind, ...period, fields: { ...none, title, products } };
    case 'announcement':
      return { kind, ...period, fields: { ...none, text, products: [] } };
  }
}

/** Why a campaign cannot be saved, by field. @param content tidied */
export function errorsOf(content: CampaignContent, known: Known, nowMs: number): CampaignError[] {
  const { kind, fields } = content;
  const errors: CampaignError[] = LONGEST.flatMap(([field, maxLength]) =>
    fields[field].length > maxLength ? [{ field, error: `it may have at most ${maxLength} characters` }] : [],
  );
  const need = (field: 'title' | 'text' | 'link' | 'linkText', error: string) => {
    if (fields[field] === '') {
      errors.push({ field, error });
    }
  };
  if (kind !== 'announcement') {
    need('title', 'write a title');
  }
  if (kind !== 'featured') {
    need('text', 'write a sentence');
  }
  if (kind === 'banner') {
    need('linkText', 'enter the link text');
    if (!isMarketPath(fields.link)) {
      errors.push({ field: 'link', error: 'it must be the path of a page of this market, such as /browse' });
    }
  }
  return [
    ...errors,
    ...productErrors(content, known),
    ...pictureErrors(content, known),
    ...periodErrors(content, nowMs),
  ];
}

function productErrors(
  { kind, fields: { products } }: CampaignContent,
  { productIds }: Known,
): CampaignError[] {
  if (kind !== 'featured') {
    return [];
  }
  const unknown = products.filter((id) => !productIds.has(id));
  return [
    ...(products.length === 0 ? [{ field: 'products' as const, error: 'choose at least one product' }] : []),
    ...(new Set(products).size < products.length
      ? [{ field: 'products' as const, error: 'a product is listed twice' }]
      : []),
    ...(unknown.length > 0
      ? [{ field: 'products' as const, error: `there is no product ${unknown.join(', ')}` }]
      : []),
  ];
}

function pictureErrors({ fields: { picture } }: CampaignContent, { hasPicture }: Known): CampaignError[] {
  return picture === null || hasPicture
    ? []
    : [{ field: 'picture', error: 'it is no longer stored: add it again' }];
}

function periodErrors({ startsAtMs, endsAtMs }: CampaignContent, nowMs: number): CampaignError[] {
  if (endsAtMs <= startsAtMs) {
    return [{ field: 'endsAt', error: 'it must be after the start' }];
  }
  if (endsAtMs <= nowMs) {
    return [{ field: 'endsAt', error: 'it is already over' }];
  }
  return endsAtMs - startsAtMs > MAX_CAMPAIGN_DAYS * DAY_MS
    ? [{ field: 'endsAt', error: `a campaign lasts at most ${MAX_CAMPAIGN_DAYS} days` }]
    : [];
}

/** The error of a period in which too many others of its kind are shown; null for none. */
export function crowdError(
  { kind, startsAtMs, endsAtMs }: CampaignContent,
  others: readonly CampaignRow[],
): CampaignError | null {
  const maxAtOnce = MAX_CAMPAIGNS_AT_ONCE[kind];
  const beside = others.filter(
    (other) => other.kind === kind && other.startsAtMs < endsAtMs && startsAtMs < other.endsAtMs,
  );
  // The most are shown at the start of one of them, or at its own.
  const starts = [startsAtMs, ...beside.map((other) => other.startsAtMs).filter((atMs) => atMs > startsAtMs)];
  const isCrowded = starts.some(
    (atMs) => beside.filter((other) => other.startsAtMs <= atMs && atMs < other.endsAtMs).length >= maxAtOnce,
  );
  if (!isCrowded) {
    return null;
  }
  const error =
    maxAtOnce === 1
      ? 'another one of this kind is shown in this period'
      : `${maxAtOnce} others of this kind are shown at the same time in this period`;
  return { field: 'startsAt', error };
}

/** True for the path of a page of this market that visitors can open, with any query. */
function isMarketPath(text: string): boolean {
  if (!text.startsWith('/') || !PRINTABLE.test(text) || !URL.canParse(text, SOME_ORIGIN)) {
    return false;
  }
  const { origin, pathname } = new URL(text, SOME_ORIGIN);
  return (
    origin === SOME_ORIGIN &&
    Object.values(PAGES).some(({ layout, path }) => layout !== 'desk' && isAtPattern(path, pathname))
  );
}
