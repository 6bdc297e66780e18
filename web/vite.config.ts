import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { CALL_ADDRESSES, type CallAddress } from '@perkex/contract/call-addresses.js';
import { DEALS_MARK_ID } from '@perkex/contract/deals-mark.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { PAGES, type PageRecord } from '@perkex/contract/pages.js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The address at which `npm start` serves the calls while `npm run dev -w web` serves the pages. */
const SERVER = 'http://localhost:3000';

/** Libraries and parts that Home does not need. */
const OF_SOME_PAGES =
  /node_modules\/(react-toastify|@radix-ui|react-hook-form|@hookform|zod|countries-list|etiket|uqr)|\/web\/src\/ui\/(bar-code|framed-section|loading-state|use-one-at-a-time|qr-code|share-link|copy-text|file-drop|draw-smaller)\.|\/web\/src\/storage\/with-fees|\/web\/src\/(trade|dashboard|deals|box|desk|payments|collection|settings|watching|user|lists|identity\/(pages|security|forms|verification)|market|chart(?!\/sparkline-(path|drawing)))\/|\/core\/src\/(capitalised|deals|fees|panels|price-input|seller-levels|verification)|\/web\/src\/links\/past-trades-paths|\/web\/src\/products\/(fee-breakdown|next-steps|all-in-price|seller-level|queue-text)|\/contract\//;

/** The files that every page loads before it requests others. */
const OF_BEGINNING = /assets\/(react|libraries|shared|beginning|rolldown-runtime|main|index)-/;

/** The first module of every page. */
const FIRST_MODULE = /assets\/index-/;

/** Evaluated in a step of their own: `src/start.ts`. */
const LIBRARIES =
  /node_modules\/(@tanstack(?!.*\/(useInfiniteQuery|infiniteQueryObserver)\.)|zustand)\/|\/src\/starting\/libraries\./;

/** Shared by pages with cards. A product page shows cards far below. */
const OF_CARDS =
  /\/web\/src\/(products\/(product-card|products-grid|brand-tiles|breadcrumbs|more-link)|hearts\/(card-heart|use-heart|hearts)|api\/watching|ui\/carousel)\./;

/** Shared by pages with forms. */
const OF_FORMS =
  /\/web\/src\/(ui\/(dialog|confirm-dialog|field|fault-line|submit-button|use-sending[\w-]*|use-submit|use-checked-field)|identity\/session\/known-email|api\/identity\/security)\./;

/** Shared by pages that visitors do not open at first. */
const OF_USERS =
  /\/web\/src\/(api\/(deals|desk[\w-]*|fault-of|orders|order-batches|order-id|order-name|pages|price-rules|queue-places|seller-level|vacation|webhooks|save-queue|user-data|market-changed|identity\/security)|orders\/(open-review|pending-orders|unfinished-order)|identity\/session\/(leaving-question|email-verification-notice))\.|lucide-react\/dist\/esm\/icons\/trash|infiniteQueryObserver/;

/** Small, and shared by most pages of users. */
const OF_USER_PARTS =
  /\/web\/src\/(api\/payments|ui\/save-file|user\/use-download)\.|lucide-react\/dist\/esm\/icons\/(printer|pencil|download)\./;

/** Small, and shared by most pages about deals. */
const OF_DEALS =
  /\/core\/src\/(capitalised|deals\/(by-party|clocks|deal-code))\.|\/web\/src\/(api\/fault-of|deals\/(deal-names|dollars-text|has-receipt|use-moment|moment)|ui\/(loading-state|use-one-at-a-time))\./;

/** The size charts, for visitors with a size preference and the settings that choose it. */
const CHARTS_OF_SIZES = /\/core\/src\/(sizing\/|sizes\.)/;
const OF_SIZES = /\/web\/src\/sizing\/(?!use-sizing|load-stored-sizes|shown-size)/;

/** Compresses the text files once, as small as possible; there is no time for that at each request. */
function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (/\.(js|css|svg)$/.test(name)) {
          const file = path.join(dir, name);
          writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
        }
      }
    },
  };
}

/** Loads all later code through one function, which retries failures. */
function fetchCodeInOnePlace(): Plugin {
  const fetchCode = path.join(import.meta.dirname, 'src/starting/fetch-code.ts');
  return {
    name: 'fetch-code-in-one-place',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      order: 'pre',
      handler: (id) =>
        id === '\0vite/preload-helper.js'
          ? `export { fetchCode as __vitePreload } from ${JSON.stringify(fetchCode)};`
          : null,
    },
  };
}

/**
 * On load, uPlot creates a number format for `navigator.language`, which throws for an invalid tag, such as `C` on a
 * Linux without a locale. Our charts format their numbers themselves.
 */
function keepLanguageOutOfCharts(): Plugin {
  return {
    name: 'keep-language-out-of-charts',
    transform: {
      filter: { id: /\/uplot\/dist\/uPlot\.esm\.js$/ },
      handler(code) {
        const changed = code.replace('domEnv ? nav.language : ', '');
        return changed === code ? this.error('uPlot has changed.') : changed;
      },
    },
  };
}

/** The server inlines the styles into the page (`server/src/pages`). No later part has a file of its own. */
function leaveOutStyles(): Plugin {
  return {
    name: 'leave-out-styles',
    generateBundle(_options, bundle) {
      const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'));
      if (styles.length > 1) {
        this.error(`${styles.join(' and ')}: import the styles of a part as text, with ?inline`);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(/ *<link rel="stylesheet"[^>]*>\n?/, ''),
    },
  };
}

/** With `npm run dev`, pages know from the server if deals have started, and with which payments. */
function askForDeals(): Plugin {
  return {
    name: 'ask-for-deals',
    apply: 'serve',
    async transformIndexHtml() {
      const home = await fetch(SERVER).then(
        (answer) => answer.text(),
        () => '',
      );
      const [, payments] = new RegExp(`id="${DEALS_MARK_ID}">([^<]*)<`).exec(home) ?? [];
      const attrs = { type: 'application/json', id: DEALS_MARK_ID };
      return payments === undefined ? [] : [{ tag: 'script', attrs, children: payments, injectTo: 'body' }];
    },
  };
}

const OF_PAGES = 'virtual:pages';
const OF_DESK = 'virtual:pages-of-desk';

/**
 * The modules that are made from the table of the pages: their paths, `virtual:pages` with their code, and
 * `virtual:pages-of-desk` with that of the desk, which only members load.
 */
function pagesOfTable(): Plugin {
  return {
    name: 'pages-of-table',
    resolveId: (id) => (id === OF_PAGES || id === OF_DESK ? `\0${id}` : null),
    load(id) {
      if (/\/contract\/src\/page-paths\.ts$/.test(id)) {
        return `export const PAGE_PATHS = ${JSON.stringify(PAGE_PATHS)};`;
      }
      const pages: readonly NamedPage[] = Object.entries(PAGES);
      if (id === `\0${OF_DESK}`) {
        return codeOfDesk(pages.filter(([, page]) => isOfDesk(page)));
      }
      if (id !== `\0${OF_PAGES}`) {
        return null;
      }
      const needed = pages.filter(([, { isRendered }]) => isRendered || this.environment.name === 'client');
      return codeOfRoutes(needed);
    },
  };
}

type NamedPage = readonly [name: string, page: PageRecord];

const isOfDesk = ({ layout }: PageRecord) => layout === 'desk';

/** The function that loads the component of a page. */
function loaderOf({ module, component }: PageRecord): string {
  return `async () => (await import('/src/${module}')).${component}`;
}

/** The module that loads the pages of the desk, with the addresses of their calls. */
function codeOfDesk(pages: readonly NamedPage[]): string {
  const loaders = pages.map(([name, page]) => `${name}: ${loaderOf(page)}`);
  return `import { CALL_ADDRESSES } from '@perkex/contract/call-addresses.js';
    Object.assign(CALL_ADDRESSES, ${codeOfAddresses({ ofMembers: true })});
    export const LOADERS = { ${loaders} };`;
}

/** The module of the routes. Those of the desk share one import, so that each adds only its name. */
function codeOfRoutes(pages: readonly NamedPage[]): string {
  return `const ofDesk = (name) => async () => (await import('${OF_DESK}')).LOADERS[name]();
    export const PAGES_OF_WEB = [${pages.map(routeOfPage)}];`;
}

function routeOfPage([name, page]: NamedPage): string {
  const { path, layout, next } = page;
  const load = isOfDesk(page) ? `ofDesk('${name}')` : loaderOf(page);
  return `{ ...${JSON.stringify({ path, layout, next })}, load: ${load} }`;
}

/** The facts of an address that pages need. They only tell calls for anybody from all others. */
function addressForPages({ scope, isCached, for: audience, ...read }: CallAddress) {
  return audience === 'anybody' ? { ...read, for: audience } : read;
}

/** The addresses as code: the calls of members, or all others. */
function codeOfAddresses({ ofMembers }: { readonly ofMembers: boolean }): string {
  const isOfMembers = ({ for: audience }: CallAddress) => audience !== 'anybody' && audience !== 'user';
  const addresses: readonly (readonly [string, CallAddress])[] = Object.entries(CALL_ADDRESSES);
  const wanted = addresses.filter(([, address]) => isOfMembers(address) === ofMembers);
  return JSON.stringify(
    Object.fromEntries(wanted.map(([name, address]) => [name, addressForPages(address)])),
  );
}

/**
 * The addresses of the calls without the facts that only the server reads, and without those of members' calls: every
 * first visit loads them. Only the desk makes members' calls (`server/test/tidy.test.ts`).
 */
function addressesOfPages(): Plugin {
  return {
    name: 'addresses-of-pages',
    load: (id) =>
      /\/contract\/src\/call-addresses\.ts$/.test(id)
        ? `export const CALL_ADDRESSES = ${codeOfAddresses({ ofMembers: false })};`
        : null,
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    pagesOfTable(),
    addressesOfPages(),
    fetchCodeInOnePlace(),
    keepLanguageOutOfCharts(),
    leaveOutStyles(),
    askForDeals(),
    compressFiles(),
  ],
  resolve: {
    conditions: ['perkex-source', 'module', 'browser', 'development|production'],
  },
  builder: {},
  environments: {
    client: {
      build: {
        manifest: true,
        target: 'baseline-widely-available',
        // Files that are loaded at the start need not be listed for each later part.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, needed, { hostType, hostId }) =>
            hostType === 'html'
              ? needed
              : [...new Set([file, ...needed])].filter(
                  (each) => each === file || FIRST_MODULE.test(hostId) || !OF_BEGINNING.test(each),
                ),
        },
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 600,
        rolldownOptions: {
          output: {
            // Every first visit lists all files, and hashes cannot be compressed. A hash of 42 bits tells versions
            // apart.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              // Code that several pages share is bundled in one file: a dozen small ones cost a dozen round trips on a
              // phone.
              groups: [
                // The dependencies of the first module must not pull in the others.
                {
                  name: 'beginning',
                  priority: 4,
                  test: /vite\/preload-helper|contract\/src\/rendered-page|src\/starting\/(early-press|fetch-code|next-task)|src\/storage\/stored-keys/,
                },
                {
                  name: 'react',
                  priority: 3,
                  test: /node_modules\/(react|react-dom|scheduler)\/|\/src\/starting\/react\./,
                },
                { name: 'libraries', priority: 2, test: LIBRARIES },
                {
                  name: 'shared',
                  minShareCount: 3,
                  priority: 1,
                  test: (module) =>
                    ![
                      OF_SOME_PAGES,
                      OF_USERS,
                      OF_USER_PARTS,
                      OF_FORMS,
                      OF_CARDS,
                      CHARTS_OF_SIZES,
                      OF_SIZES,
                    ].some((others) => others.test(module)),
                },
                { name: 'forms', minShareCount: 2, test: OF_FORMS },
                { name: 'user-parts', minShareCount: 2, test: OF_USER_PARTS },
                { name: 'deal-parts', minShareCount: 2, test: OF_DEALS },
                { name: 'sizes', minShareCount: 2, test: CHARTS_OF_SIZES },
              ],
            },
          },
        },
      },
    },
    // A single file with all dependencies, which the server loads.
    ssr: {
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { conditions: ['perkex-source', 'module', 'node', 'production'], noExternal: true },
      build: {
        ssr: 'src/server/render-page.tsx',
        outDir: 'dist/.server',
        copyPublicDir: false,
        emitAssets: false,
        minify: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    },
  },
  server: {
    proxy: {
      // The server accepts changes from its own origin only.
      '/api': { target: SERVER, headers: { origin: SERVER } },
      '/drawings': SERVER,
      '/mcp': SERVER,
    },
  },
});
