import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm start` serves the calls while `npm run dev -w web` serves the pages. */
const SERVER = 'http://localhost:3000';

/** Libraries and parts that Home does without. */
const OF_SOME_PAGES =
  /node_modules\/(react-toastify|@radix-ui|react-hook-form|@hookform|zod|countries-list)|\/web\/src\/(trade|dashboard|identity|proof|overview|chart(?!\/sparkline-(path|drawing)))\/|\/core\/src\/(fees|panels|price-input)|\/web\/src\/market\/fee-breakdown|\/contract\//;

/** The files that every page has loaded before it asks for others. */
const OF_BEGINNING = /assets\/(react|libraries|shared|beginning|rolldown-runtime|main|index)-/;

/** The module that every page begins with, when nothing else is there. */
const FIRST_MODULE = /assets\/index-/;

/** Begun as a step of their own: `src/start.ts`. */
const LIBRARIES = /node_modules\/(@tanstack(?!.*\/(useInfiniteQuery|infiniteQueryObserver)\.)|zustand)\//;

/** What pages with cards share; a product shows them far below. */
const OF_CARDS =
  /\/web\/src\/(market\/(product-card|product-name|products-grid|brand-tiles|breadcrumbs|more-link)|watching\/(card-heart|use-heart|hearts)|api\/watching|ui\/carousel)\.|\/core\/src\/market\/product-name\./;

/** What pages with forms share. */
const OF_FORMS =
  /\/web\/src\/(ui\/(dialog|field|fault-line|submit-button|use-sending[\w-]*|use-submit|use-checked-field)|session\/(known-email|email-proof-notice)|api\/identity\/security)\./;

/** What pages share that visitors do not open at first. */
const OF_USERS =
  /\/web\/src\/(api\/(orders|order-id|save-queue|user-data|market-changed|identity\/security)|session\/(unfinished-order|email-proof))\.|lucide-react\/dist\/esm\/icons\/trash|infiniteQueryObserver/;

/** The charts of sizes, for those who have said theirs, and where they say it. */
const CHARTS_OF_SIZES = /\/core\/src\/(sizing\/|sizes\.)/;
const OF_SIZES = /\/web\/src\/sizing\/(?!use-sizing|shown-size)/;

/** Compresses the text files once, as small as it goes: at each request there is no time for that. */
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

/** Code that comes later is fetched in one place, and again where that fails. */
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
 * As it loads, uPlot makes a number format of `navigator.language`, which throws where that is no valid tag, such as `C`
 * on a Linux without a locale. Our charts format their numbers themselves.
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

/** The server puts the styles into the page itself (`server/src/pages`). */
function leaveOutStyles(): Plugin {
  return {
    name: 'leave-out-styles',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(/ *<link rel="stylesheet"[^>]*>\n?/, ''),
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    fetchCodeInOnePlace(),
    keepLanguageOutOfCharts(),
    leaveOutStyles(),
    compressFiles(),
  ],
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
  },
  builder: {},
  environments: {
    client: {
      build: {
        manifest: true,
        target: 'baseline-widely-available',
        // What is there at the beginning need not be listed for each part that comes later.
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
            codeSplitting: {
              // What several pages share comes in one file: a dozen small ones cost a dozen round trips on a phone.
              groups: [
                // What the first module needs must not bring the others along.
                {
                  name: 'beginning',
                  priority: 4,
                  test: /vite\/preload-helper|contract\/src\/rendered-page|src\/starting\/(early-press|fetch-code|next-task)/,
                },
                { name: 'react', priority: 3, test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: 'libraries', priority: 2, test: LIBRARIES },
                {
                  name: 'shared',
                  minShareCount: 3,
                  priority: 1,
                  test: (module) =>
                    ![OF_SOME_PAGES, OF_USERS, OF_FORMS, OF_CARDS, CHARTS_OF_SIZES, OF_SIZES].some((others) =>
                      others.test(module),
                    ),
                },
                { name: 'forms', minShareCount: 2, test: OF_FORMS },
                { name: 'sizes', minShareCount: 2, test: CHARTS_OF_SIZES },
              ],
            },
          },
        },
      },
    },
    // One file with all that it needs, which the server loads.
    ssr: {
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { conditions: ['source', 'module', 'node', 'production'], noExternal: true },
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
      // The server takes changes from its own origin only.
      '/api': { target: SERVER, headers: { origin: SERVER } },
      '/drawings': SERVER,
    },
  },
});
