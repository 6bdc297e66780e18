import { CAMPAIGN_KINDS, type CampaignFields, MAX_OPEN_CAMPAIGNS } from '@perkex/contract/desk-campaigns.js';
import type pg from 'pg';
import { msOf } from '../database/ms-of.js';
import {
  bool,
  float8,
  int4,
  json,
  oneOf,
  orNull,
  type RowWith,
  statement,
  text,
  timestamptz,
  uuid,
} from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** The picture is a column of its own. */
export type StoredFields = Omit<CampaignFields, 'picture'>;

const CAMPAIGN = `campaign.id, version, kind, fields, campaign.picture,
  ${msOf('starts_at')} as "startsAtMs",
  ${msOf('ends_at')} as "endsAtMs",
  is_removed as "isRemoved", edited_by as "editedBy", edited_at as "editedAt",
  hash, width, height, placeholder, source_url as source
  from campaigns as campaign left join ready_pictures on key = campaign.picture`;
const CAMPAIGN_ROW = {
  id: uuid,
  version: int4,
  kind: oneOf(CAMPAIGN_KINDS),
  fields: json<StoredFields>(),
  picture: orNull(text),
  startsAtMs: float8,
  endsAtMs: float8,
  isRemoved: bool,
  editedBy: text,
  editedAt: timestamptz,
  hash: orNull(text),
  width: orNull(int4),
  height: orNull(int4),
  placeholder: orNull(text),
  source: orNull(text),
};

/** A campaign with the file of its picture. */
export type CampaignRow = RowWith<typeof CAMPAIGN_ROW>;

/** A server decides by its own clock which of them are shown, so those of the last day are read, too. */
const READ_OPEN = statement({
  name: 'read-open-campaigns',
  text: `select ${CAMPAIGN} where not is_removed and ends_at > now() - interval '1 day'
         order by starts_at, campaign.id limit ${4 * MAX_OPEN_CAMPAIGNS}`,
  row: CAMPAIGN_ROW,
});

const READ_ENDED = statement({
  name: 'read-ended-campaigns',
  text: `select ${CAMPAIGN} where not is_removed and ends_at <= to_timestamp($1::float8 / 1000)
         order by ends_at desc, campaign.id limit $2`,
  row: CAMPAIGN_ROW,
});

const READ_CAMPAIGN = statement({
  name: 'read-campaign',
  text: `select ${CAMPAIGN} where campaign.id = $1`,
  row: CAMPAIGN_ROW,
});

const SAVE_CAMPAIGN = statement({
  name: 'save-campaign',
  text: `insert into campaigns (id, version, kind, fields, picture, starts_at, ends_at, edited_by)
         values ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000), to_timestamp($7::float8 / 1000), $8)
         on conflict (id) do update
         set version = excluded.version, fields = excluded.fields, picture = excluded.picture,
           starts_at = excluded.starts_at, ends_at = excluded.ends_at, edited_by = excluded.edited_by,
           edited_at = now()`,
});

const REMOVE_CAMPAIGN = statement({
  name: 'remove-campaign',
  text: `update campaigns
         set is_removed = true, version = version + 1, edited_by = $2, edited_at = now() where id = $1`,
});

/** The campaigns that have not ended, and those that ended within a day, by their start. */
export function readOpenCampaigns(client: pg.Pool | Transaction): Promise<CampaignRow[]> {
  return READ_OPEN.rows(client, []);
}

/** The campaigns that ended before this time, the last ones first. */
export function readEndedCampaigns(pool: pg.Pool, nowMs: number, limit: number): Promise<CampaignRow[]> {
  return READ_ENDED.rows(pool, [nowMs, limit]);
}

/** The campaign with this id, removed or not. */
export async function readCampaign(client: pg.Pool | Transaction, id: string): Promise<CampaignRow | null> {
  return (await READ_CAMPAIGN.row(client, [id])) ?? null;
}

/** Changes of campaigns come one after the other: their number and their periods have limits. */
export async function lockCampaigns(tx: Transaction): Promise<void> {
  await tx.query('lock table campaigns in share row exclusive mode');
}

export async function saveCampaignRow(
  tx: Transaction,
  {
    id,
    version,
    kind,
    fields,
    picture,
    startsAtMs,
    endsAtMs,
    editedBy,
  }: Pick<
    CampaignRow,
    'id' | 'version' | 'kind' | 'fields' | 'picture' | 'startsAtMs' | 'endsAtMs' | 'editedBy'
  >,
): Promise<void> {
  await SAVE_CAMPAIGN.run(tx, [
    id,
    version,
    kind,
    JSON.stringify(fields),
    picture,
    startsAtMs,
    endsAtMs,
    editedBy,
  ]);
}

export async function removeCampaignRow(tx: Transaction, id: string, by: string): Promise<void> {
  await REMOVE_CAMPAIGN.run(tx, [id, by]);
}
