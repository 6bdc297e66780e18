import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { HelpIndex, HelpPage } from '@perkex/contract/help.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { markdownHtml } from '../html/markdown.js';

/** One file per page. Its name is the page's address. */
const HELP_FOLDER = fileURLToPath(new URL('../../help/', import.meta.url));

/** Lines for markets with or without deals, or with one kind of money. */
const CONDITION =
  /^\{\{if (deals|no deals|labels|play money|stripe|bank transfer|no bank transfer)\}\}\n(.*?)^\{\{end\}\}\n/gms;

const FILE = /^([a-z0-9-]+)\.md$/;
/** The front matter of a page: lines between two lines of three dashes. */
const FRONT_MATTER = /^---\n(.*?)\n---\n/s;

/** Where a page has the public record. */
const RECORD = '{{record}}';

interface PageWithPlace extends HelpPage {
  readonly place: number;
  /** As Markdown. */
  readonly body: string;
}

/** The help pages, read and rendered once, except the public record. */
export interface Help {
  readonly index: HelpIndex;
  /** Null for an unknown page. */
  find(slug: string): Promise<HelpPage | null>;
}

/** The market that the pages describe. */
export interface HelpFacts {
  /** The contact of the platform: an e-mail, the address of a page, or null. */
  readonly contact: string | null;
  /** True once deals have started. */
  readonly hasDeals: boolean;
  /** The payment provider; null without one. */
  readonly payments: ProviderName | null;
  /** True if labels of parcels are bought from EasyPost. */
  readonly buysLabels: boolean;
  /** Reads the public record, as Markdown. */
  readonly readRecord: () => Promise<string>;
}

/**
 * Reads the help pages.
 * @throws Error for a file without title, description or place
 */
export async function readHelp(facts: HelpFacts, folder = HELP_FOLDER): Promise<Help> {
  const names = (await readdir(folder)).flatMap((name) => FILE.exec(name)?.[1] ?? []);
  const read = await Promise.all(
    names.map(async (slug) => pageOf(slug, await readFile(`${folder}/${slug}.md`, 'utf8'), facts)),
  );
  const pages = read.flat().sort((a, b) => a.place - b.place);
  return {
    index: pages.map(({ slug, title, description }) => ({ slug, title, description })),
    async find(wanted) {
      const page = pages.find(({ slug }) => slug === wanted);
      if (!page) {
        return null;
      }
      const { slug, title, description, body, html } = page;
      if (!body.includes(RECORD)) {
        return { slug, title, description, html };
      }
      const record = await facts.readRecord();
      return { slug, title, description, html: markdownHtml(body.replace(RECORD, () => record)) };
    },
  };
}

/** None if the market lacks what it needs. */
function pageOf(slug: string, source: string, facts: HelpFacts): PageWithPlace[] {
  const text = withoutConditions(source, facts);
  const [block = '', lines = ''] = FRONT_MATTER.exec(text) ?? [];
  const values = new Map(
    lines.split('\n').map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
  const textOf = (name: string) => {
    const value = values.get(name);
    if (!value) {
      throw new Error(`${slug}.md says no ${name} above its text.`);
    }
    return value;
  };
  if (values.get('needs') === 'deals' && !facts.hasDeals) {
    return [];
  }
  const body = text.slice(block.length).replaceAll('{{contact}}', () => contactText(facts.contact));
  return [
    {
      slug,
      title: textOf('title'),
      description: textOf('description'),
      place: Number(textOf('place')),
      body,
      html: markdownHtml(body),
    },
  ];
}

function withoutConditions(text: string, { hasDeals, buysLabels, payments }: HelpFacts): string {
  const holds: Record<string, boolean> = {
    deals: hasDeals,
    'no deals': !hasDeals,
    labels: hasDeals && buysLabels,
    'play money': payments === 'play',
    stripe: payments === 'stripe',
    'bank transfer': hasDeals && payments === 'bank',
    'no bank transfer': hasDeals && payments !== 'bank',
  };
  return text.replaceAll(CONDITION, (_all, condition: string, lines: string) =>
    holds[condition] ? lines : '',
  );
}

/** Returns Markdown. */
function contactText(contact: string | null): string {
  if (contact === null) {
    return 'The operator of this PerkeX has not set a contact yet. The setting `CONTACT` holds it: an e-mail address, or the address of a page.';
  }
  return contact.includes('://')
    ? `You can reach the operator of this PerkeX at <${contact}>.`
    : `You can reach the operator of this PerkeX by e-mail at <${contact}>.`;
}
