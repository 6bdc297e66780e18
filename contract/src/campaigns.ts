import * as z from 'zod/mini';
import { BANNER_MOODS } from './banner-moods.js';
import { productPictureSchema, productSummarySchema } from './products.js';

/** A banner that admins have chosen. `link` is a path of this market. */
export const campaignBannerSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  linkText: z.string(),
  mood: z.enum(BANNER_MOODS),
  picture: z.nullable(productPictureSchema),
});
export type CampaignBanner = z.infer<typeof campaignBannerSchema>;

/** Products that admins have chosen, in their order. */
export const featuredProductsSchema = z.object({
  title: z.string(),
  products: z.array(productSummarySchema),
});

/** The choice of admins for Home now (`GET /home/campaigns`). */
export const campaignsSchema = z.object({
  banners: z.array(campaignBannerSchema),
  /** Null for none. */
  featured: z.nullable(featuredProductsSchema),
});
export type Campaigns = z.infer<typeof campaignsSchema>;
