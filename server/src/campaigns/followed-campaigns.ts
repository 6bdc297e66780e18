import type pg from 'pg';
import { CAMPAIGNS } from '../cache/cache-tags.js';
import type { CachedValue } from '../cache/cached-value.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { Clock } from '../clock/clock.js';
import { type CampaignRow, readOpenCampaigns } from './campaign-rows.js';
import { type ShownCampaigns, shownAt } from './shown-campaigns.js';

/** Changes made in the database by hand show after this time. */
const LIFE_MS = 60_000;
/** The pages that could not read the campaigns are made again after this time. */
const RETRY_MS = 1_000;

export interface FollowedCampaignsOptions {
  readonly pool: pg.Pool;
  readonly responses: Pick<ResponseCache, 'cacheValue' | 'follow'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  /** Called when they could not be read. */
  readonly onFailure: (error: unknown) => void;
}

/** The campaigns in the memory of this process. The feed reports their changes, the clock begins and ends them. */
export class FollowedCampaigns {
  private readonly stored: CachedValue<CampaignRow[]>;

  constructor(private readonly options: FollowedCampaignsOptions) {
    this.stored = options.responses.cacheValue([CAMPAIGNS]);
  }

  /** The campaigns shown now. If the database is away, they are those read last: a page is worth more than a banner. */
  async shown(): Promise<ShownCampaigns> {
    const { pool, responses, clock, onFailure } = this.options;
    try {
      await responses.follow();
      const campaigns = await this.stored.read({ make: () => readOpenCampaigns(pool), maxAgeMs: LIFE_MS });
      return shownAt(campaigns, clock.wallMs());
    } catch (error) {
      onFailure(error);
      const nowMs = clock.wallMs();
      const shown = shownAt(this.stored.last ?? [], nowMs);
      return { ...shown, untilMs: Math.min(shown.untilMs, nowMs + RETRY_MS) };
    }
  }
}
