import type { HelpIndex, HelpPage } from '@perkex/contract/help.js';
import type { Developers } from '../help/developers.js';
import type { Help } from '../help/read-help.js';
import { missingPage, type Page, plainPage, title } from './page.js';
import type { PagePlan } from './page-plan.js';
import type { Site } from './site.js';

/** One of the help pages changes once a day. */
const HELP_KEPT_MS = 10 * 60_000;

/** The list of all pages of help. */
export function planHelp(site: Site, { index: helpIndex }: Help): PagePlan {
  return {
    key: '/help',
    follows: [],
    read: async () => ({ ...plainPage('help', site), firstScreen: { helpIndex } }),
  };
}

/** The guide for developers. */
export function planDevelopers(site: Site, developers: Developers): PagePlan {
  return {
    key: '/developers',
    follows: [],
    read: async () => ({
      ...plainPage('developers', site),
      firstScreen: { developers: await developers.page() },
    }),
  };
}

/** The plan of one page of help; null for an unknown one. */
export function planHelpPage(site: Site, help: Help, slug: string): PagePlan | null {
  if (!help.index.some((page) => page.slug === slug)) {
    return null;
  }
  return {
    key: `/help/${slug}`,
    follows: [],
    maxAgeMs: HELP_KEPT_MS,
    async read() {
      const page = await help.find(slug);
      return page ? helpPage(site, page, help.index) : unknownHelpPage(site, help.index);
    },
  };
}

function helpPage(site: Site, help: HelpPage, helpIndex: HelpIndex): Page {
  const { head, ...page } = plainPage('helpPage', site, { page: help.slug });
  return {
    ...page,
    head: { ...head, title: title(help.title), description: help.description },
    firstScreen: { help, helpIndex },
  };
}

/** The page for an unknown help page. */
export function unknownHelpPage(site: Site, helpIndex: HelpIndex): Page {
  const page = plainPage('helpPage', site, { page: '-' });
  const firstScreen = { help: null, helpIndex };
  return missingPage(page, 'No such page', 'There is no page of help at this address.', firstScreen);
}
