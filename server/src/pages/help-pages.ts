import type { HelpIndex, HelpPage } from '@perkex/contract/help.js';
import type { Developers } from '../help/developers.js';
import type { Help } from '../help/read-help.js';
import { type Page, plainPage, title } from './page.js';
import type { PagePlan } from './page-plan.js';
import type { Site } from './site.js';

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

/** One page of help. */
export function helpPage(site: Site, help: HelpPage, helpIndex: HelpIndex): Page {
  const { head, ...page } = plainPage('helpPage', site, { page: help.slug });
  return {
    ...page,
    head: { ...head, title: title(help.title), description: help.description },
    firstScreen: { help, helpIndex },
  };
}

/** The page for an unknown help page. */
export function unknownHelpPage(site: Site, helpIndex: HelpIndex): Page {
  const { head, ...page } = plainPage('helpPage', site, { page: '-' });
  return {
    ...page,
    status: 404,
    head: {
      ...head,
      title: title('No such page'),
      description: 'There is no page of help at this address.',
      path: null,
      isIndexed: false,
    },
    firstScreen: { help: null, helpIndex },
  };
}
