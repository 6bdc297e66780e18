import * as z from 'zod/mini';
import { BANNER_MOODS } from './banner-moods.js';
import { campaignBannerSchema, featuredProductsSchema } from './campaigns.js';
import { deskPictureSchema, KEY, lastEditSchema } from './desk-catalogue.js';
import { line, uidField } from './fields.js';

/** The kinds of campaigns: a slide of Home's banner, a row of products on Home, or a sentence on every page. */
export const CAMPAIGN_KINDS = ['banner', 'featured', 'announcement'] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];

/** The campaigns of a kind that may be shown at the same time. */
export const MAX_CAMPAIGNS_AT_ONCE: Readonly<Record<CampaignKind, number>> = {
  banner: 3,
  featured: 1,
  announcement: 1,
};
/** The campaigns that have not ended. */
export const MAX_OPEN_CAMPAIGNS = 50;
/** The ended ones that are listed. */
export const MAX_ENDED_CAMPAIGNS = 20;

export const MAX_TITLE_LENGTH = 40;
export const MAX_TEXT_LENGTH = 120;
export const MAX_LINK_TEXT_LENGTH = 24;
export const MAX_LINK_LENGTH = 200;
const MAX_FEATURED = 12;
/** The longest period. */
export const MAX_CAMPAIGN_DAYS = 366;

/** Longer than any valid value, so that its own rule refuses it, with the name of the field. */
const MAX_SENT_LENGTH = 300;
const text = line(MAX_SENT_LENGTH);

/** The content of a campaign. Each kind has some of the fields; the others are empty. */
export const campaignFieldsSchema = z.strictObject({
  title: text,
  text,
  link: text,
  linkText: text,
  mood: z.enum(BANNER_MOODS),
  picture: z.nullable(z.string().check(z.regex(KEY, 'must be the key of a picture'))),
  products: z
    .array(z.int().check(z.gte(1), z.lte(2_147_483_647)))
    .check(z.maxLength(MAX_FEATURED, `must have at most ${MAX_FEATURED} products`)),
});
export type CampaignFields = z.infer<typeof campaignFieldsSchema>;

/** The fields that a campaign can have an error in. */
const CAMPAIGN_FIELDS = [
  'title',
  'text',
  'link',
  'linkText',
  'picture',
  'products',
  'startsAt',
  'endsAt',
] as const;
export type CampaignField = (typeof CAMPAIGN_FIELDS)[number];

/** A campaign as admins see it. Its period includes `startsAt`, and ends before `endsAt`. */
export const deskCampaignSchema = z.object({
  campaign: z.string(),
  version: z.int(),
  kind: z.enum(CAMPAIGN_KINDS),
  fields: campaignFieldsSchema,
  picture: z.nullable(deskPictureSchema),
  startsAt: z.string(),
  endsAt: z.string(),
  state: z.enum(['planned', 'shown', 'ended', 'removed']),
  /** As visitors see it; null for another kind. */
  banner: z.nullable(campaignBannerSchema),
  featured: z.nullable(featuredProductsSchema),
  lastEdit: lastEditSchema,
});
export type DeskCampaign = z.infer<typeof deskCampaignSchema>;

/** The campaigns shown now or later, by their start, and the last ones that have ended. */
export const deskCampaignsSchema = z.object({ campaigns: z.array(deskCampaignSchema) });

const campaignField = z.guid('must be a UUID').check(z.toLowerCase());
const versionNumber = z.int('must be a version').check(z.gte(0, 'must be a version'));
const moment = z.iso.datetime('must be a time in UTC');

/** `campaign` is created by the client, `version` 0 for a new one. */
export const saveCampaignBodySchema = z.strictObject({
  uid: uidField,
  campaign: campaignField,
  version: versionNumber,
  kind: z.enum(CAMPAIGN_KINDS, `must be one of ${CAMPAIGN_KINDS.join(', ')}`),
  fields: campaignFieldsSchema,
  startsAt: moment,
  endsAt: moment,
});

export const removeCampaignBodySchema = z.strictObject({
  uid: uidField,
  campaign: campaignField,
  version: versionNumber,
});
