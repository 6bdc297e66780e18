import type { Campaigns } from '@perkex/contract/campaigns.js';
import type { FastifyInstance } from 'fastify';
import { answerCached, jsonContent } from '../cache/cached-call.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import { readCards } from '../finding/found-summary.js';
import type { FollowedCampaigns } from './followed-campaigns.js';
import type { ShownCampaigns } from './shown-campaigns.js';

/** Other products may be featured since their prices were followed. */
const CAMPAIGNS_KEPT_MS = 5_000;

interface Options {
  readonly responses: ResponseCache;
  readonly campaigns: FollowedCampaigns;
  readonly products: Pick<FollowedProducts, 'read'>;
}

/** The open call about what admins have chosen for Home (after-the-trade.md, "The desk"). */
export function campaignsRoutes(app: FastifyInstance, { responses, campaigns, products }: Options): void {
  answerCached(app, responses, 'campaigns', async () => ({
    key: '/api/home/campaigns',
    shownIds: (await campaigns.shown()).featured?.productIds ?? [],
    maxAgeMs: CAMPAIGNS_KEPT_MS,
    async make({ expireAt }) {
      const shown = await campaigns.shown();
      expireAt(shown.untilMs);
      return jsonContent(await campaignsOf(products, shown));
    },
  }));
}

/** The campaigns as visitors of Home see them. Featured products that do not exist are left out. */
export async function campaignsOf(
  products: Pick<FollowedProducts, 'read'>,
  { banners, featured }: Pick<ShownCampaigns, 'banners' | 'featured'>,
): Promise<Campaigns> {
  const cards = featured ? await readCards(products, featured.productIds) : [];
  return {
    banners: [...banners],
    featured: featured && cards.length > 0 ? { title: featured.title, products: cards } : null,
  };
}
