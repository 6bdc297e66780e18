import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CALL_ADDRESSES, type CallAddress } from '@perkex/contract/call-addresses.js';
import { PAGES, type PageRecord } from '@perkex/contract/pages.js';
import { describe, expect, it } from 'vitest';
import { modulesOf } from '../src/pages/site.js';

/** Rules of the project that no linter knows. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
const sources = files.filter((file) =>
  /^(core|contract|client|embedded-postgres|server|demo|bench|web|e2e)\/.*\.tsx?$/.test(file),
);
/** For example: section 4, "Price input". The sections of an RFC are excluded. */
const CITATION = /(?<!RFC \d+, )\bsection (\d+)(?:, "([^"]+)")?/gi;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The files that a room of the server offers to others. All others in its folder are private. */
const INTERFACES: Readonly<Record<string, readonly string[] | 'all'>> = {
  accounts: 'all',
  agents: ['agent-log', 'mcp.routes'],
  audit: ['audit', 'check-result'],
  backup: ['back-up', 'backup-format', 'read-backup', 'restore'],
  books: 'all',
  brands: 'all',
  cache: [
    'cache-tags',
    'cached-answers',
    'cached-call',
    'cached-value',
    'own-changes',
    'pack-thread',
    'response-cache',
    'send-cached',
    'stale-limit',
  ],
  campaigns: 'all',
  catalogue: 'all',
  cli: [],
  clock: 'all',
  collection: ['change-collection', 'collection.routes', 'export-collection'],
  csv: 'all',
  'data-dir': 'all',
  database: 'all',
  deals: [
    'deal-events',
    'deal-key',
    'deal-notifications',
    'deal-orders',
    'deal-row',
    'deal-timeline',
    'deal-settings',
    'deal-start',
    'deals-consumer',
    'deals-of-erased-user',
    'deals.routes',
    'earlier-undos',
    'event-hash',
    'export-deals',
    'find-deals-by-code',
    'find-payer',
    'market-deals',
    'money-sums',
    'next-deals',
    'order-queue',
    'party-step-rows',
    'read-deal',
    'parcel-facts',
    'parcel-receivers',
    'parcels-from-us',
    'read-own-deals',
    'rename-money-lines',
    'replacement-orders',
    'start-payout',
    'sweep-deals',
    'take-member-step',
    'take-dispute-step',
    'take-step',
    'users-of-deal',
    'void-sales',
  ],
  desk: [
    'digest/desk-digests',
    'desk.routes',
    'campaigns/desk-campaigns.routes',
    'catalogue/desk-aliases.routes',
    'catalogue/desk-catalogue.routes',
    'catalogue/desk-imports.routes',
    'catalogue/hidden-products',
    'desk-labels.routes',
    'desk-verification.routes',
    'journal/desk-journal.routes',
    'members/desk-members.routes',
    'members/invitations',
    'members/member-mails',
    'members/saved-filters',
    'members/saved-filters.routes',
    'money/desk-ledger.routes',
    'money/desk-money.routes',
    'users/desk-users.routes',
    'users/user-blocks',
    'users/user-notes',
  ],
  distribution: 'all',
  'drop-copy': ['drop-copy-consumer', 'read-user-events', 'save-user-events'],
  drawings: ['drawing-addresses', 'drawings.routes', 'paint', 'silhouettes'],
  errors: 'all',
  feed: [
    'change-kind',
    'consume',
    'consumer',
    'consumers',
    'entry',
    'feed',
    'feed-stream',
    'feed-writer',
    'old-entries',
  ],
  finding: [
    'brands',
    'brands.routes',
    'finding.routes',
    'followed-products',
    'found-summary',
    'product-rows',
    'read-months',
    'trending-products',
  ],
  help: 'all',
  html: 'all',
  http: 'all',
  identity: [
    'changed-sessions',
    'embedded/base/session-changes',
    'embedded/base/users',
    'embedded/account/staff-login',
    'embedded/embedded-identity',
    'embedded/embedded-settings',
    'firebase/firebase-settings',
    'opening/open-identity',
  ],
  jobs: ['job-kind', 'jobs', 'store-jobs'],
  keys: [
    'accept-keys',
    'idempotency-key',
    'identity-with-keys',
    'key-orders',
    'key-rows',
    'keys-of-orders',
    'keys.routes',
    'own-uid',
  ],
  labels: ['easypost', 'label-port', 'label-rows', 'label-settings', 'parcel-labels'],
  ledger: 'all',
  live: ['live.routes'],
  mail: ['letter', 'mail-parts', 'mail-settings', 'mailboxes', 'mailer', 'open-mailer', 'smtp-server'],
  market: [
    'close-reader',
    'index-points',
    'market.routes',
    'read-banners',
    'read-close',
    'read-index',
    'read-market',
    'read-trade-feed',
  ],
  notifications: [
    'account-news',
    'export-notifications',
    'market-notifications',
    'notification-mail-choices',
    'notification-writer',
    'notifications-consumer',
    'notified-users',
    'old-notifications',
    'read-notifications',
  ],
  orders: [
    'batch-writes',
    'cancel-open-orders',
    'change-order',
    'expired-orders',
    'expiry-reminders',
    'export-orders',
    'find-pairs',
    'matching-engine',
    'old-refusals',
    'open-matching-engine',
    'open-trading',
    'order-command',
    'order-connection',
    'order-groups',
    'order-settings',
    'orders.routes',
    'place-order',
  ],
  outbound: ['fetch-public', 'public-receiver'],
  payments: [
    'bank-accounts',
    'bank/bank-file',
    'bank/book-lines',
    'bank/correct-line',
    'bank/entry-text',
    'bank/find-own-deals',
    'bank/list-csv',
    'bank/list-rows',
    'bank/pain001',
    'bank/payment-rows',
    'bank/payout-lists',
    'bank/plan-booking',
    'bank/read-statement',
    'bank/remittance-rows',
    'bank/returned-payouts',
    'bank/unmatched-lines',
    'call-name',
    'check-due-payments',
    'opening/bank-page.routes',
    'opening/instruction-facts',
    'opening/open-payments',
    'opening/open-play-calls',
    'opening/choose-payment',
    'opening/debt.routes',
    'opening/payment-instructions.routes',
    'opening/payment-setup.routes',
    'opening/payment-setup-sources',
    'opening/payout-account.routes',
    'payment-accounts',
    'payment-provider',
    'payment-settings',
    'payment-pace',
    'retired-accounts',
  ],
  pages: ['earlier-assets', 'pages.routes', 'redirect-home', 'web-build'],
  pictures: [
    'fetch-pictures',
    'for-each-concurrently',
    'open-picture-store',
    'open-pictures',
    'outcome-writer',
    'picture-error',
    'picture-files',
    'picture-jobs',
    'picture-makers',
    'picture-rows',
    'ready-pictures',
    'picture-settings',
    'picture-store',
    'pictures-by-style-code',
    'pictures.routes',
    's3-address',
  ],
  'price-rules': ['price-rules', 'price-rules-consumer', 'price-rules.routes', 'rule-rows'],
  process: 'all',
  products: 'all',
  sales: [
    'first-partners',
    'history-consumer',
    'judge-sales',
    'make-sale-void',
    'odd-sales',
    'read-figures',
    'read-price-before',
    'read-sold-pair',
    'rebuild-sale-days',
    'sale-conditions',
    'sales.routes',
    'trades-to-roll-up',
    'void-sales',
  ],
  settings: 'all',
  sms: ['open-sms-sender', 'sms-gateway', 'sms-sender', 'sms-settings'],
  'user-index': ['index-rows', 'rebuild-user-index', 'user-index', 'user-index-consumer'],
  users: 'all',
  vacations: ['paused-asks', 'returned-asks', 'vacation-rows', 'vacations', 'vacations.routes'],
  verification: [
    'agreement',
    'checklists',
    'claim-photos',
    'claim-photos.routes',
    'give-verdict',
    'pair-reservations',
    'pair-reviews',
    'photo-file',
    'photos',
    'report.routes',
    'test-pairs',
    'verification-settings',
  ],
  watching: [
    'alerts-consumer',
    'also-watched.routes',
    'move-watches',
    'read-watches',
    'set-watch',
    'watching-maintenance',
    'watching.routes',
  ],
  webhooks: ['delivery-rows', 'sold-elsewhere.routes', 'webhook-rows', 'webhook-sender', 'webhooks.routes'],
};

function isOffered(room: string, file: string): boolean {
  const offered = INTERFACES[room] ?? [];
  return offered === 'all' || offered.includes(file);
}

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The imports between source files, named without their endings. */
const imports: readonly Import[] = sources
  .filter((file) => /^[a-z-]+\/src\//.test(file) && !file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...read(file).matchAll(/(?:from|import) ?\(?'(\.\.?\/[^']+)'/g)].map(([, target = '']) => ({
      from: file.replace(/\.tsx?$/, ''),
      to: path.join(path.dirname(file), target).replace(/\.js$/, ''),
    })),
  );

function importsBetweenFolders(): Import[] {
  return imports
    .map(({ from, to }) => ({ from: path.dirname(from), to: path.dirname(to) }))
    .filter(({ from, to }) => from !== to);
}

/** The imports between rooms, the folders of a root, of a room that is listed further up. */
function importsUpwards(root: string, rooms: readonly string[]): string[] {
  const roomOf = (folder: string) => new RegExp(`^${root}/([^/]+)`).exec(folder)?.[1];
  const strays = importsBetweenFolders().flatMap(({ from, to }) => {
    const [own, other] = [roomOf(from), roomOf(to)];
    return own && other && own !== other && rooms.indexOf(own) > rooms.indexOf(other)
      ? [`${own} → ${other}`]
      : [];
  });
  return [...new Set(strays)];
}

/** Removes places that use no other, or that no other uses, until none is left to remove. */
function placesInCycles(imports: readonly Import[]): string[] {
  const users = new Set(imports.map(({ from }) => from));
  const used = new Set(imports.map(({ to }) => to));
  const inner = imports.filter(({ from, to }) => used.has(from) && users.has(to));
  return inner.length === imports.length ? [...users].sort() : placesInCycles(inner);
}

describe('the source', () => {
  it('has no file of more than 350 lines', () => {
    expect(
      sources.filter(
        (file) =>
          !file.endsWith('.test.ts') && !file.includes('/generated/') && read(file).split('\n').length > 350,
      ),
    ).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const readers = sources.filter(
      (file) => file.startsWith('server/src/') && read(file).includes('process.env'),
    );
    expect(readers).toEqual(['server/src/cli/main.ts', 'server/src/main.ts']);
  });

  it('reads trades as sales without the void ones, apart from the traders themselves', () => {
    const ofDeals = /^server\/src\/(deals|desk|labels|verification|payments|ledger|audit)\//;
    const readers = sources.filter(
      (file) =>
        file.startsWith('server/src/') && !ofDeals.test(file) && /\b(from|join) trades\b/.test(read(file)),
    );
    expect(readers.filter((file) => !read(file).includes('IS_SALE'))).toEqual([
      'server/src/accounts/read-trades.ts',
      // Takes the deals of its own users to their end.
      'server/src/cli/replay-deals.ts',
      'server/src/notifications/notification-mails.ts',
      // A void sale is not among the odd ones, which it joins.
      'server/src/sales/read-odd-sales.ts',
      // Copies them for the traders.
      'server/src/user-index/index-rows.ts',
    ]);
  });

  it('keeps clocks, chance and the world out of core', () => {
    const worldly = /\b(Date\.now|new Date\(\)|Math\.random|performance\.|process\.|fetch\()/;
    const core = sources.filter((file) => file.startsWith('core/src/') && !file.endsWith('.test.ts'));
    expect(core.filter((file) => worldly.test(read(file)))).toEqual([]);
  });

  it('lets a room use only the files of another that are named as its interface, for every room', () => {
    const strays = sources
      .filter((file) => file.startsWith('server/src/') && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const own = file.split('/')[2];
        return [...read(file).matchAll(/from '(\.\.?\/[^']+)\.js'/g)]
          .map(([, target = '']) => path.join(path.dirname(file), target).split('/').slice(2))
          .filter(
            ([room = '', ...rest]) => rest.length > 0 && room !== own && !isOffered(room, rest.join('/')),
          )
          .map((target) => `${file} → ${target.join('/')}`);
      });
    const rooms = sources.flatMap((file) => /^server\/src\/([^/]+)\//.exec(file)?.[1] ?? []);
    expect(Object.keys(INTERFACES).sort()).toEqual([...new Set(rooms)].sort());
    expect(strays).toEqual([]);
  });

  it('has no cyclic imports between folders', () => {
    expect(placesInCycles(importsBetweenFolders())).toEqual([]);
  });

  it('has no cyclic imports between the files of the pages', () => {
    expect(placesInCycles(imports.filter(({ from }) => from.startsWith('web/')))).toEqual([]);
  });

  it('imports only what ARCHITECTURE.md lists further down, between the rooms of the server', () => {
    const [, list = ''] = /## The rooms of the server.*?```(.*?)```/s.exec(read('ARCHITECTURE.md')) ?? [];
    const rooms = list.split('\n').flatMap((line) => {
      const [names = ''] = line.split(/ {3,}/);
      return [...names.matchAll(/([a-z-]+)\//g)].map(([, room = '']) => room);
    });
    expect(rooms).toContain('orders');
    expect(importsUpwards('server/src', rooms)).toEqual([]);
  });

  it('imports only what ARCHITECTURE.md lists further down, between the rooms of the pages', () => {
    const listed = [...read('ARCHITECTURE.md').matchAll(/^web\/src\/\{?([a-z,]+)\}?\/ /gm)];
    const rooms = listed.flatMap(([, names = '']) => names.split(','));
    const folders = files.flatMap((file) => /^web\/src\/([^/]+)\//.exec(file)?.[1] ?? []);
    expect([...rooms].sort()).toEqual([...new Set(folders)].sort());
    expect(importsUpwards('web/src', rooms)).toEqual([]);
  });

  it('lets no screen of the pages use another, and no part of ui anything of PerkeX', () => {
    const screen =
      /^web\/src\/(home|product|trade|dashboard|collection|settings|watching|identity\/(?:pages|security))\//;
    const strays = sources
      .filter((file) => screen.test(file) || file.startsWith('web/src/ui/'))
      .flatMap((file) => {
        const own = screen.exec(file)?.[0].slice(0, -1) ?? 'web/src/ui';
        return [...read(file).matchAll(/(?:from|import) ?\(?'(\.\.?\/[^']+|@perkex\/[^']+)'/g)]
          .map(([, target = '']) => (target.startsWith('.') ? path.join(path.dirname(file), target) : target))
          .filter((target) => !target.startsWith(`${own}/`))
          .filter((target) => own === 'web/src/ui' || screen.test(target))
          .map((target) => `${file} → ${target}`);
      });
    expect(strays).toEqual([]);
  });

  // The addresses of these calls load with the pages of the desk: `web/vite.config.ts`.
  it('makes the calls of members only at the desk', () => {
    const addresses: readonly (readonly [string, CallAddress])[] = Object.entries(CALL_ADDRESSES);
    const ofMembers = addresses.filter(
      ([, { for: audience }]) => audience !== 'anybody' && audience !== 'user',
    );
    expect(ofMembers.length).toBeGreaterThan(50);
    const named = new RegExp(`\\b(call|callForFile)\\(\\s*'(${ofMembers.map(([name]) => name).join('|')})'`);
    const callers = sources.filter((file) => file.startsWith('web/src/') && named.test(read(file)));
    expect(callers.length).toBeGreaterThan(5);
    expect(callers.filter((file) => !/^web\/src\/(api\/desk[\w-]*\.|desk\/)/.test(file))).toEqual([]);
    const pages: readonly PageRecord[] = Object.values(PAGES);
    const modules = pages.filter(({ layout }) => layout === 'desk').flatMap(modulesOf);
    const isOfDesk = (file: string) =>
      /^web\/src\/(api\/desk|desk\/)/.test(file) || modules.includes(`${file.replace('web/', '')}.tsx`);
    const users = imports.filter(({ from, to }) => to.startsWith('web/src/api/desk') && !isOfDesk(from));
    expect(users.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('handles failures of loaded code outside of its import', () => {
    const pages = sources.filter((file) => file.startsWith('web/src/'));
    expect(pages.filter((file) => /\bimport\('[^']+'\)\s*\.then\(/.test(read(file)))).toEqual([]);
  });

  it('is preloaded for each page from files that exist', () => {
    const modules = Object.values(PAGES).flatMap(modulesOf);
    expect(modules.filter((file) => !existsSync(path.join(ROOT, 'web', file)))).toEqual([]);
  });

  it('has no leftover marks and no skipped test', () => {
    const marks = /\b(TODO|FIXME|XXX|HACK)\b|\b(it|test|describe)\.only\(/;
    expect(sources.filter((file) => file !== 'server/test/tidy.test.ts' && marks.test(read(file)))).toEqual(
      [],
    );
  });
});

describe('npm run test:engines', () => {
  it('runs the walk through other browser engines, and no other test', async () => {
    const { default: config } = await import('../../vitest.engines.config.js');
    expect(config.test).toMatchObject({ include: ['e2e/engines/*.test.ts'] });
    expect(config.test).not.toHaveProperty('projects');
  });
});

describe('the rare font', () => {
  it('is fetched for exactly the characters that it has', async () => {
    const { RARE, unicodeRange } = await import(path.join(ROOT, 'scripts/font-characters.mjs'));
    const [, range = ''] = /unicode-range:([^;]+);/.exec(read('web/src/styles.css')) ?? [];
    expect(range.trim().replaceAll(/\s+/g, ' ')).toBe(unicodeRange(RARE));
  });
});

describe('the lockfile', () => {
  it('names no registry but the default', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { resolved?: string }>;
    };
    const places = Object.values(packages).flatMap(({ resolved }) =>
      resolved?.includes('://') ? [new URL(resolved).host] : [],
    );
    expect(places.filter((host) => host !== 'registry.npmjs.org')).toEqual([]);
  });

  it('pins every package to an exact version', () => {
    const ranges = files
      .filter((file) => file.endsWith('package.json'))
      .flatMap((file) => {
        const manifest = JSON.parse(read(file)) as Record<string, Record<string, string>>;
        return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
          Object.entries(manifest[kind] ?? {}),
        );
      })
      .filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version));
    expect(ranges).toEqual([]);
  });
});

describe('decision records', () => {
  const FOLDER = 'docs/decisions';
  const INDEX = `${FOLDER}/README.md`;
  const FORMAT =
    /^# (\d{4}) (\S.*)\n\nStatus: (.+)\nDate: \d{4}-\d\d-\d\d\n\n## Context\n\n.+\n\n## Decision\n\n.+\n\n## Consequences\n\n.+\n$/s;
  const STATUS = /^(accepted|(amended|superseded) by \[\d{4}\]\(\S+\)(, \[\d{4}\]\(\S+\))*)$/;
  const MAX_WORDS = 250;
  const MAX_WORDS_TOGETHER = 15_000;

  const records = files
    .filter((file) => path.dirname(file) === FOLDER && file !== INDEX)
    .sort()
    .map((file) => {
      const text = read(file);
      const [, number = '', title = '', status = ''] = FORMAT.exec(text) ?? [];
      return {
        name: path.basename(file),
        text,
        number,
        title,
        status,
        words: text.trim().split(/\s+/).length,
      };
    });
  const linksOf = (text: string) =>
    [...text.matchAll(/\[([^\]]*)\]\(([^)#]+)[^)]*\)/g)].map(([, label = '', target = '']) => ({
      label,
      target,
    }));

  it('have a number, a title, a status, a date, and say context, decision and consequences', () => {
    const wrong = records.filter(
      ({ name, number, status }) => !STATUS.test(status) || !name.startsWith(`${number}-`),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('fit on a page each, and together in an evening', () => {
    const long = records.filter(({ words }) => words > MAX_WORDS);
    expect(long.map(({ name, words }) => `${name}: ${words} words`)).toEqual([]);
    expect(records.reduce((sum, { words }) => sum + words, 0)).toBeLessThan(MAX_WORDS_TOGETHER);
  });

  it('link to files that exist, and a changed one to later records', () => {
    const dead = records.flatMap(({ name, text }) =>
      linksOf(text)
        .filter(({ target }) => !existsSync(path.join(ROOT, FOLDER, target)))
        .map(({ target }) => `${name}: ${target}`),
    );
    const earlier = records.flatMap(({ name, number, status }) =>
      linksOf(status)
        .filter(({ label, target }) => label <= number || !target.startsWith(`${label}-`))
        .map(({ target }) => `${name}: ${target}`),
    );
    expect([...dead, ...earlier]).toEqual([]);
  });

  it('are all in the index (vitest --update writes it)', async () => {
    const rows = records.map(
      ({ name, number, title, status }) => `| [${number}](${name}) | ${title} | ${status} |\n`,
    );
    const index = read(INDEX).replace(/(\|---\|---\|---\|\n).*$/s, (_, head: string) => head + rows.join(''));
    await expect(index).toMatchFileSnapshot(path.join(ROOT, INDEX));
  });
});

describe('the repository', () => {
  it('holds no secrets, keys or data but the sneakers of the demonstration', () => {
    const secrets = /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bghp_[A-Za-z0-9]{36}\b/;
    expect(files.filter((file) => /\.(pem|key|csv|gz|env)$/.test(file))).toEqual([
      'demo/releases.csv',
      'demo/search-aliases.csv',
      'demo/sneakers.csv',
    ]);
    expect(files.filter((file) => /\.(ts|mjs|json|md|sql)$/.test(file) && secrets.test(read(file)))).toEqual(
      [],
    );
  });

  it('cites only sections, and headings of them, that the specification has', () => {
    const parts = read('docs/specification.md').split(/^## /m);
    const textOf = (section: string) => parts.find((part) => part.startsWith(`${section}. `));
    const wrong = [...sources, ...files.filter((file) => file.endsWith('.md'))].flatMap((file) =>
      [
        ...read(file)
          .replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' ')
          .matchAll(CITATION),
      ]
        .filter(([, section = '', heading = '']) => !textOf(section)?.includes(heading))
        .map(([citation]) => `${file}: ${citation}`),
    );
    expect(wrong).toEqual([]);
  });

  it('documents only commands that exist', () => {
    const scriptsOf = (workspace = '.') =>
      (JSON.parse(read(path.join(workspace, 'package.json'))) as { scripts?: Record<string, string> })
        .scripts ?? {};
    const unknown = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/npm run ([a-z:-]+)(?: -w ([a-z]+))?/g)]
          .filter(([, name = '', workspace]) => !(name in scriptsOf(workspace)))
          .map(([command]) => `${file}: ${command}`),
      );
    expect(unknown).toEqual([]);
  });

  it('documents the deletion of mails that wait, and of no other jobs', () => {
    const deletions = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => read(file).match(/delete from jobs[^`]*/g) ?? []);
    expect(deletions.length).toBeGreaterThan(0);
    expect(deletions.filter((deletion) => !/ where kind (?:=|like) '[%\w]*-mail'$/.test(deletion))).toEqual(
      [],
    );
  });
});
