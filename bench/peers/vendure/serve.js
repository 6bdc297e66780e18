/**
 * Vendure as a peer: fills an empty database with products in several sizes, waits until they are in its search index,
 * and serves them. The environment configures it; it reports when it is ready.
 */
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultSearchPlugin,
  JobQueueService,
  LanguageCode,
  RequestContextService,
  SearchService,
} = require('@vendure/core');
const { populate } = require('@vendure/core/cli');

const { PORT, DATABASE_SOCKET, DATABASE_USER, DATABASE_NAME, SECRET, PRODUCTS, SIZES } = process.env;
const POLL_MS = 200;
const INDEX_TIMEOUT_MS = 120_000;

const config = {
  apiOptions: {
    port: Number(PORT),
    hostname: '127.0.0.1',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: ['bearer'],
    requireVerification: false,
    superadminCredentials: { identifier: 'bench', password: SECRET },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: DATABASE_SOCKET,
    username: DATABASE_USER,
    database: DATABASE_NAME,
    synchronize: true,
    logging: false,
  },
  importExportOptions: { importAssetsDir: process.cwd() },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [
    DefaultSearchPlugin.init({ bufferUpdates: false }),
    DefaultJobQueuePlugin.init({ pollInterval: 100 }),
  ],
};

const INITIAL_DATA = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Americas',
  countries: [{ name: 'United States', code: 'US', zone: 'Americas' }],
  taxRates: [{ name: 'Standard Tax', percentage: 0 }],
  shippingMethods: [],
  paymentMethods: [],
  collections: [],
};

const COLUMNS =
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,' +
  'variantAssets,variantFacets';

/** One row per variant; the first row of a product also describes the product. */
function productsCsv() {
  const rows = Array.from({ length: Number(PRODUCTS) }, (_, product) =>
    Array.from({ length: Number(SIZES) }, (_, size) => {
      const name = size === 0 ? `Product ${product + 1},product-${product + 1},A sneaker` : ',,';
      const options = `${size === 0 ? 'size' : ''},${4 + size / 2}`;
      return `${name},,,${options},sku-${product + 1}-${size},${200 + size},standard,100,false,,`;
    }),
  ).flat();
  return [COLUMNS, ...rows].join('\n');
}

async function main() {
  const file = path.join(process.cwd(), 'products.csv');
  writeFileSync(file, productsCsv());
  const app = await populate(() => bootstrap(config), INITIAL_DATA, file);
  await app.get(JobQueueService).start();
  const ctx = await app.get(RequestContextService).create({ apiType: 'admin' });
  await app.get(SearchService).reindex(ctx);
  await untilIndexed();
  process.send?.({ ready: true });
}

async function untilIndexed() {
  const deadlineMs = performance.now() + INDEX_TIMEOUT_MS;
  while ((await indexedProducts()) < Number(PRODUCTS)) {
    if (performance.now() > deadlineMs) {
      throw new Error('The search index was not ready in time.');
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function indexedProducts() {
  const query = '{ search(input: { groupByProduct: true, take: 1 }) { totalItems } }';
  const answer = await fetch(`http://127.0.0.1:${PORT}/shop-api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await answer.json()).data?.search.totalItems ?? 0;
}

main().catch((error) => {
  process.send?.({ failed: String(error.stack ?? error) });
  process.exitCode = 1;
});
