import type { CampaignBanner } from '@perkex/contract/campaigns.js';
import { type CampaignKind, MAX_CAMPAIGNS_AT_ONCE } from '@perkex/contract/desk-campaigns.js';
import { pictureAddress } from '../pictures/picture-rows.js';
import type { CampaignRow } from './campaign-rows.js';

/** The choice of admins at a moment. */
export interface ShownCampaigns {
  readonly banners: readonly CampaignBanner[];
  readonly featured: { readonly title: string; readonly productIds: readonly number[] } | null;
  /** A sentence on every page. */
  readonly announcement: string | null;
  /** When this changes, in milliseconds since 1970, unless a campaign is changed before; Infinity for never. */
  readonly untilMs: number;
}

/** The part of these campaigns that is shown at this time. A period includes its start and not its end. */
export function shownAt(campaigns: readonly CampaignRow[], nowMs: number): ShownCampaigns {
  const shown = campaigns.filter(({ startsAtMs, endsAtMs }) => startsAtMs <= nowMs && nowMs < endsAtMs);
  const of = (kind: CampaignKind) =>
    shown.filter((campaign) => campaign.kind === kind).slice(0, MAX_CAMPAIGNS_AT_ONCE[kind]);
  const [featured] = of('featured');
  const [announcement] = of('announcement');
  const changesMs = campaigns
    .flatMap(({ startsAtMs, endsAtMs }) => [startsAtMs, endsAtMs])
    .filter((atMs) => atMs > nowMs);
  return {
    banners: of('banner').map(bannerOf),
    featured: featured ? { title: featured.fields.title, productIds: featured.fields.products } : null,
    announcement: announcement?.fields.text ?? null,
    untilMs: Math.min(...changesMs, Number.POSITIVE_INFINITY),
  };
}

/** The banner as visitors see it. */
export function bannerOf({ id, fields, ...row }: CampaignRow): CampaignBanner {
  const { title, text, link, linkText, mood } = fields;
  return { id, title, text, link, linkText, mood, picture: pictureOf(row) };
}

function pictureOf({
  hash,
  width,
  height,
  placeholder,
}: Pick<CampaignRow, 'hash' | 'width' | 'height' | 'placeholder'>): CampaignBanner['picture'] {
  return hash === null || width === null || height === null || placeholder === null
    ? null
    : { src: pictureAddress(hash, width), width, height, placeholder };
}
