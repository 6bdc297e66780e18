import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';

/** Where `npm start` serves the calls while `npm run dev -w web` serves the pages. */
const SERVER = 'http://localhost:3000';

/** Libraries and parts that Home does without. */
const OF_SOME_PAGES =
  /node_modules\/(react-toastify|@radix-ui|react-hook-form|@hookform|zod|countries-list|embla)|\/web\/src\/(trade|dashboard|identity|proof|overview|chart)\/|\/contract\//;

/** What pages with forms share. */
const OF_FORMS =
  /\/web\/src\/(ui\/(dialog|field|submit-button|use-sending[\w-]*|use-submit|use-checked-field)|session\/(known-email|email-proof-notice)|api\/identity\/security)\./;

/** Compresses the text files once, as small as it goes: at each request there is no time for that. */
function compressFiles(): Plugin {
  return {
    name: 'compress-files',
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

const RESOLVE = { conditions: ['source', 'module', 'browser', 'development|production'] };

/**
 * Lays what a page shows before the application has started beside the manifest, for the server to put into the page.
 * For this to be painted at once, the large style stands behind it: a style holds up what comes after it.
 */
function writeSkeletons(): Plugin {
  return {
    name: 'write-skeletons',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [style] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
        return style === undefined
          ? html
          : html
              .replace(style, style.replace('rel="stylesheet"', 'rel="preload" as="style"'))
              .replace('</body>', `  ${style}\n  </body>`);
      },
    },
    async writeBundle({ dir = '' }) {
      const file = path.join(import.meta.dirname, 'src/skeleton/skeletons.tsx');
      const { module } = await runnerImport<{ skeletons(): object }>(file, {
        configFile: false,
        logLevel: 'warn',
        plugins: [react()],
        resolve: RESOLVE,
      });
      writeFileSync(path.join(dir, '.vite', 'skeletons.json'), JSON.stringify(module.skeletons()));
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), writeSkeletons(), compressFiles()],
  resolve: RESOLVE,
  build: {
    manifest: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: ['index.html', 'src/skeleton/skeleton.css'].map((file) => path.join(import.meta.dirname, file)),
      output: {
        codeSplitting: {
          // What several pages share comes in one file: a dozen small ones cost a dozen round trips on a phone.
          groups: [
            {
              name: 'shared',
              minShareCount: 3,
              priority: 1,
              test: (module) => !OF_SOME_PAGES.test(module) && !OF_FORMS.test(module),
            },
            { name: 'forms', minShareCount: 2, test: OF_FORMS },
          ],
        },
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
