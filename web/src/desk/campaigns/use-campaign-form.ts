import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, RefusalError } from '../../api/call.js';
import {
  actOnCampaigns,
  type CampaignFields,
  type DeskCampaign,
  deskCampaignsQuery,
} from '../../api/desk-campaigns.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { fieldErrors } from '../field-errors.js';
import { useActs } from '../use-acts.js';

export type Picture = NonNullable<DeskCampaign['picture']>;

/** A featured product in the form. */
export interface ChosenProduct {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
}

/** The content of the form. The period is in the form of its fields, in the time of this browser. */
export interface CampaignContent {
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly linkText: string;
  readonly mood: CampaignFields['mood'];
  readonly picture: Picture | null;
  readonly products: readonly ChosenProduct[];
  readonly startsAt: string;
  readonly endsAt: string;
}

export const EMPTY: CampaignContent = {
  title: '',
  text: '',
  link: '',
  linkText: '',
  mood: 'night',
  picture: null,
  products: [],
  startsAt: '',
  endsAt: '',
};

export function contentOf({ fields, picture, featured, startsAt, endsAt }: DeskCampaign): CampaignContent {
  const { title, text, link, linkText, mood } = fields;
  return {
    title,
    text,
    link,
    linkText,
    mood,
    picture,
    products: featured?.products ?? [],
    startsAt: fieldOf(startsAt),
    endsAt: fieldOf(endsAt),
  };
}

/** A time as `datetime-local` has it: 2026-11-27T14:30. */
function fieldOf(time: string): string {
  const date = new Date(time);
  const here = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return here.toISOString().slice(0, 16);
}

/** In ISO 8601 and UTC; null for none. */
function timeOf(field: string): string | null {
  const date = new Date(field);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

type Errors = Readonly<Partial<Record<string, string>>>;

/** The form of a campaign, which is saved with the version that its member has seen. */
export function useCampaignForm(
  kind: DeskCampaign['kind'],
  {
    id,
    version,
    content: start,
  }: { readonly id: string; readonly version: number; readonly content: CampaignContent },
) {
  const uid = useUserId();
  const client = useQueryClient();
  const acts = useActs(actOnCampaigns);
  const [seen, setSeen] = useState({ version, content: start });
  const [content, setContent] = useState(start);
  const [missing, setMissing] = useState<Errors>({});
  const [theirs, setTheirs] = useState<DeskCampaign | null>(null);
  const refused = acts.error instanceof RefusalError ? acts.error : null;

  async function save(): Promise<DeskCampaign | null> {
    const { picture, products, startsAt, endsAt, ...texts } = content;
    const period = { startsAt: timeOf(startsAt), endsAt: timeOf(endsAt) };
    if (period.startsAt === null || period.endsAt === null) {
      setMissing({
        ...(period.startsAt === null && { startsAt: 'Enter a date and a time' }),
        ...(period.endsAt === null && { endsAt: 'Enter a date and a time' }),
      });
      return null;
    }
    setMissing({});
    const body = {
      uid,
      campaign: id,
      version: seen.version,
      kind,
      fields: { ...texts, picture: picture?.key ?? null, products: products.map((product) => product.id) },
      startsAt: period.startsAt,
      endsAt: period.endsAt,
    };
    const saved = await acts.run(() =>
      call('saveCampaign', { body }).catch(async (error: unknown) => {
        if (error instanceof RefusalError && error.code === 'campaign-changed') {
          await findTheirs().catch(() => {});
        }
        throw error;
      }),
    );
    if (saved !== null) {
      setSeen({ version: saved.version, content });
    }
    return saved;
  }

  async function findTheirs(): Promise<void> {
    const { campaigns } = await client.fetchQuery({ ...deskCampaignsQuery(uid), staleTime: 0 });
    setTheirs(campaigns.find(({ campaign }) => campaign === id) ?? null);
  }

  async function remove(): Promise<boolean> {
    const body = { uid, campaign: id, version: seen.version };
    return (await acts.run(() => call('removeCampaign', { body }))) !== null;
  }

  /** Goes on from the version of another admin. */
  function settle(next: CampaignContent, now: DeskCampaign): void {
    setSeen({ version: now.version, content: contentOf(now) });
    setContent(next);
    setTheirs(null);
    acts.forget();
  }

  return {
    seen,
    content,
    set: (part: Partial<CampaignContent>) => setContent((before) => ({ ...before, ...part })),
    isBusy: acts.isBusy,
    isChanged: JSON.stringify(content) !== JSON.stringify(seen.content),
    errors: { ...fieldErrors(refused?.fields ?? []), ...missing } as Errors,
    fault: acts.fault,
    /** The campaign as another admin has saved it in the meantime. */
    theirs,
    save,
    remove,
    keepMine: () => theirs && settle(content, theirs),
    takeTheirs: () => theirs && settle(contentOf(theirs), theirs),
  };
}
