import { type DeskCampaign, MAX_ENDED_CAMPAIGNS } from '@perkex/contract/desk-campaigns.js';
import type pg from 'pg';
import {
  type CampaignRow,
  readCampaign,
  readEndedCampaigns,
  readOpenCampaigns,
} from '../../campaigns/campaign-rows.js';
import { bannerOf } from '../../campaigns/shown-campaigns.js';
import { isoTime } from '../../clock/iso-time.js';
import type { FollowedProducts } from '../../finding/followed-products.js';
import { readCards } from '../../finding/found-summary.js';
import { deskPicture } from '../catalogue/desk-pictures.js';

export interface CampaignSources {
  readonly pool: pg.Pool;
  readonly products: Pick<FollowedProducts, 'read'>;
}

/** The campaigns that have not ended, by their start, and then the last ones that have. */
export async function listCampaigns(
  sources: CampaignSources,
  nowMs: number,
): Promise<{ campaigns: DeskCampaign[] }> {
  const [open, ended] = await Promise.all([
    readOpenCampaigns(sources.pool),
    readEndedCampaigns(sources.pool, nowMs, MAX_ENDED_CAMPAIGNS),
  ]);
  const rows = [...open.filter(({ endsAtMs }) => endsAtMs > nowMs), ...ended];
  return { campaigns: await Promise.all(rows.map((row) => shownCampaign(sources, row, nowMs))) };
}

/** A campaign as admins see it; null for an unknown id. */
export async function findCampaign(
  sources: CampaignSources,
  id: string,
  nowMs: number,
): Promise<DeskCampaign | null> {
  const row = await readCampaign(sources.pool, id);
  return row && shownCampaign(sources, row, nowMs);
}

async function shownCampaign(
  { products }: CampaignSources,
  row: CampaignRow,
  nowMs: number,
): Promise<DeskCampaign> {
  const { id, version, kind, fields, picture: key, startsAtMs, endsAtMs, editedBy, editedAt } = row;
  const { source, hash, width, height, placeholder } = row;
  const hasPicture =
    source !== null && hash !== null && width !== null && height !== null && placeholder !== null;
  const isFeatured = kind === 'featured';
  return {
    campaign: id,
    version,
    kind,
    fields: { ...fields, picture: key },
    picture:
      key !== null && hasPicture ? deskPicture({ key, source, hash, width, height, placeholder }) : null,
    startsAt: isoTime(startsAtMs),
    endsAt: isoTime(endsAtMs),
    state: stateOf(row, nowMs),
    banner: kind === 'banner' ? bannerOf(row) : null,
    featured: isFeatured
      ? { title: fields.title, products: await readCards(products, fields.products) }
      : null,
    lastEdit: { by: editedBy, at: editedAt.toISOString() },
  };
}

function stateOf({ isRemoved, startsAtMs, endsAtMs }: CampaignRow, nowMs: number): DeskCampaign['state'] {
  if (isRemoved) {
    return 'removed';
  }
  return nowMs < startsAtMs ? 'planned' : nowMs < endsAtMs ? 'shown' : 'ended';
}
