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
  /node_modules\/(react-toastify|@radix-ui|react-hook-form|@hookform|zod|countries-list|embla)|\/web\/src\/(trade|dashboard|identity)\/|\/contract\//;

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), compressFiles()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    manifest: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What several pages share comes in one file: a dozen small ones cost a dozen round trips on a phone.
          groups: [{ name: 'shared', minShareCount: 3, test: (module) => !OF_SOME_PAGES.test(module) }],
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
