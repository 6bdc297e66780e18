import {
  MAX_OPEN_CAMPAIGNS,
  type removeCampaignBodySchema,
  type saveCampaignBodySchema,
} from '@perkex/contract/desk-campaigns.js';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { publishCampaign } from '../../campaigns/campaign-changes.js';
import {
  type CampaignRow,
  lockCampaigns,
  readCampaign,
  readOpenCampaigns,
  removeCampaignRow,
  saveCampaignRow,
} from '../../campaigns/campaign-rows.js';
import { isoTime } from '../../clock/iso-time.js';
import { int4, statement } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { memberOf } from '../../http/require-member.js';
import { holdPictures, letGoOf, readReadyPictures } from '../../pictures/ready-pictures.js';
import { recordAct } from '../desk-acts.js';
import { type CampaignContent, crowdError, errorsOf, tidied } from './campaign-errors.js';

const FIND_PRODUCTS = statement({
  name: 'find-products-of-campaign',
  text: 'select id from products where id = any($1::int[]) and hidden_at is null',
  row: { id: int4 },
});

/** The clock and ids of a change of campaigns. */
export interface CampaignMoment {
  readonly nowMs: number;
  /** Returns a new UUID. */
  readonly newId: () => string;
}

type SaveRefusal = 'unknown-campaign' | 'campaign-changed' | 'too-many-campaigns' | 'invalid-campaign';
const UNKNOWN = { refused: 'unknown-campaign' } as const;

/**
 * Creates or changes a campaign, unless it has changed since the member saw it. The same change again has no further
 * effect. @returns its id
 */
export async function saveCampaign(
  tx: Transaction,
  request: FastifyRequest,
  body: z.infer<typeof saveCampaignBodySchema>,
  { nowMs, newId }: CampaignMoment,
): Promise<string | Refusal<SaveRefusal>> {
  const { campaign: id, version } = body;
  const { name } = memberOf(request);
  await lockCampaigns(tx);
  await holdPictures(tx);
  const row = await readCampaign(tx, id);
  const content = tidied({
    kind: body.kind,
    fields: body.fields,
    startsAtMs: Date.parse(body.startsAt),
    endsAtMs: Date.parse(body.endsAt),
  });
  if (row && row.version === version + 1 && row.editedBy === name && isSame(row, content)) {
    return id;
  }
  const refusal = refusalOf(row, version);
  if (refusal) {
    return refusal;
  }
  const others = (await readOpenCampaigns(tx)).filter((other) => other.id !== id && other.endsAtMs > nowMs);
  const errors = await findErrors(tx, content, others, nowMs);
  if (row && row.kind !== content.kind) {
    return { refused: 'invalid-campaign', detail: 'The kind of a campaign cannot change.' };
  }
  if (errors.length > 0) {
    return { refused: 'invalid-campaign', fields: errors };
  }
  if (!row && others.length >= MAX_OPEN_CAMPAIGNS) {
    return { refused: 'too-many-campaigns' };
  }
  const {
    fields: { picture, ...fields },
    ...period
  } = content;
  await saveCampaignRow(tx, { id, version: version + 1, fields, picture, ...period, editedBy: name });
  await letGoOfPictures(tx, {
    before: row?.picture ?? null,
    after: picture,
    endsAtMs: period.endsAtMs,
    nowMs,
  });
  await recordAct(tx, request, {
    act: row ? 'edit-campaign' : 'create-campaign',
    subject: `campaign/${id}`,
    before: row && recordOf(contentOf(row)),
    after: recordOf(content),
  });
  await publishCampaign(tx, id, newId);
  return id;
}

/** Removes a campaign, planned, shown or ended. @returns a sentence */
export async function removeCampaign(
  tx: Transaction,
  request: FastifyRequest,
  { campaign: id, version }: z.infer<typeof removeCampaignBodySchema>,
  { newId }: CampaignMoment,
): Promise<string | Refusal<'unknown-campaign' | 'campaign-changed'>> {
  const { name } = memberOf(request);
  await lockCampaigns(tx);
  const row = await readCampaign(tx, id);
  const isDone = row?.isRemoved && row.version === version + 1 && row.editedBy === name;
  if (!isDone) {
    const refusal = row ? refusalOf(row, version) : UNKNOWN;
    if (!row || refusal) {
      return refusal ?? UNKNOWN;
    }
    await removeCampaignRow(tx, id, name);
    await letGoOf(tx, row.picture === null ? [] : [row.picture]);
    await recordAct(tx, request, {
      act: 'remove-campaign',
      subject: `campaign/${id}`,
      before: recordOf(contentOf(row)),
      after: null,
    });
    await publishCampaign(tx, id, newId);
  }
  return 'The campaign is removed.';
}

function refusalOf(
  row: CampaignRow | null,
  seenVersion: number,
): Refusal<'unknown-campaign' | 'campaign-changed'> | null {
  if (!row) {
    return seenVersion === 0 ? null : UNKNOWN;
  }
  const { isRemoved, version, editedBy } = row;
  if (isRemoved) {
    return { refused: 'campaign-changed', detail: `${editedBy} has removed this campaign in the meantime.` };
  }
  return version === seenVersion
    ? null
    : {
        refused: 'campaign-changed',
        detail: `${editedBy} has changed this campaign in the meantime. Nothing was saved.`,
      };
}

async function findErrors(
  tx: Transaction,
  content: CampaignContent,
  others: readonly CampaignRow[],
  nowMs: number,
) {
  const { products, picture } = content.fields;
  const found = products.length === 0 ? [] : await FIND_PRODUCTS.rows(tx, [products]);
  const ready = await readReadyPictures(tx, picture === null ? [] : [picture]);
  const known = { productIds: new Set(found.map((product) => product.id)), hasPicture: ready.size > 0 };
  const errors = errorsOf(content, known, nowMs);
  const crowd = crowdError(content, others);
  return crowd ? [...errors, crowd] : errors;
}

/** The picture before is no longer used, and the one after until the campaign has ended. */
async function letGoOfPictures(
  tx: Transaction,
  {
    before,
    after,
    endsAtMs,
    nowMs,
  }: {
    readonly before: string | null;
    readonly after: string | null;
    readonly endsAtMs: number;
    readonly nowMs: number;
  },
): Promise<void> {
  if (before !== null && before !== after) {
    await letGoOf(tx, [before]);
  }
  if (after !== null) {
    await letGoOf(tx, [after], Math.ceil((endsAtMs - nowMs) / 1_000));
  }
}

function contentOf({ kind, fields, picture, startsAtMs, endsAtMs }: CampaignRow): CampaignContent {
  return { kind, fields: { ...fields, picture }, startsAtMs, endsAtMs };
}

function isSame(row: CampaignRow, content: CampaignContent): boolean {
  const ordered = (each: CampaignContent) => JSON.stringify(Object.entries(recordOf(each)).sort());
  return ordered(contentOf(row)) === ordered(content);
}

/** A campaign in the journal, without the fields that it does not have. */
function recordOf({ kind, fields, startsAtMs, endsAtMs }: CampaignContent) {
  const { mood, products, ...others } = fields;
  return {
    campaign: kind,
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '' && value !== null)),
    ...(kind === 'banner' && { colour: mood }),
    ...(kind === 'featured' && { products }),
    startsAt: isoTime(startsAtMs),
    endsAt: isoTime(endsAtMs),
  };
}
