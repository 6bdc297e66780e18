import { rangeField } from '@perkex/contract/figures.js';
import { MARKET_PERIODS, type MarketRow } from '@perkex/contract/market.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import { SORTS } from '@perkex/core/finding/filters.js';
import { MAX_SEARCH_LENGTH } from '@perkex/core/finding/search-text.js';
import * as z from 'zod/mini';
import { beforeInput, productInput, someSize, type Tool, tool } from './tool.js';

const MAX_LEVELS = 50;
const MAX_SALES = 100;
const SALES = 30;
const MAX_PAGE = 10_000;
const MAX_NAME_LENGTH = 100;

const words = (description: string) =>
  z.optional(z.string().check(z.maxLength(MAX_NAME_LENGTH), z.describe(description)));
const dollars = (description: string) =>
  z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000), z.describe(description)));

const searchProducts = tool({
  name: 'search_products',
  title: 'Search products',
  description:
    'Finds sneakers by words of their names, style codes, brand, model, size and price. Answers up to 48 a page, each with its number, name, lowest ask and last sale in whole dollars (null for none).',
  input: z.strictObject({
    text: z.optional(
      z.string().check(z.maxLength(MAX_SEARCH_LENGTH), z.describe('Words of the name, or the style code')),
    ),
    brand: words('A brand as written in addresses, such as "jordan" or "new-balance"'),
    model: words('A model line as written in addresses'),
    size: words('A size with an ask, such as "9" or "9.5"'),
    from: dollars('The least lowest ask'),
    to: dollars('The greatest lowest ask'),
    sort: z.optional(z.enum(SORTS)),
    page: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_PAGE))),
  }),
  async run({ calls }, { text: q, ...filters }) {
    const { count, page, pages, products, isClose, near } = await calls.make('browse', {
      query: { q, ...filters },
    });
    return {
      count,
      page,
      pages,
      ...(isClose && { note: 'Nothing has exactly these words. These products have similar ones.' }),
      ...(near && { tryInstead: near.text }),
      products: products.map(({ id, name, lowestAsk, lastSale, change }) => ({
        product: id,
        name,
        lowestAsk: lowestAsk || null,
        lastSale: lastSale || null,
        changePercent: change,
      })),
    };
  },
});

const getProduct = tool({
  name: 'get_product',
  title: 'Product',
  description:
    'A product: its facts, the figures of its sales, and for each size the lowest ask, the highest bid and the last sale in whole dollars (null for none).',
  input: z.strictObject({ product: productInput }),
  async run({ calls, publicUrl }, { product: id }) {
    const found = await calls.make('product', { params: { id } });
    const figures = await calls.make('productFigures', { params: { id } });
    const [product] = found;
    return product ? { ...factsOf(product), page: `${publicUrl}/product/${id}`, figures } : {};
  },
});

/** The best prices of a size, in whole dollars; null for none. */
export function bestOf({ asks, bids }: Pick<ProductDetail, 'asks' | 'bids'>, wanted: string) {
  return {
    lowestAsk: asks.find(({ size }) => size === wanted)?.price ?? null,
    highestBid: bids.find(({ size }) => size === wanted)?.price ?? null,
  };
}

function factsOf(product: ProductDetail) {
  const { id, name, brand, model, styleCode, colourway, kind, releaseDate, retailPrice } = product;
  const { tradesFrom, hidden, lastsales, oldersales, sizes } = product;
  const sales = [...oldersales, ...lastsales];
  return {
    product: id,
    name,
    brand,
    model,
    styleCode,
    colourway,
    kind,
    releaseDate,
    retailPrice,
    trades: hidden === undefined && tradesFrom === null,
    ...(tradesFrom !== null && { tradesFrom }),
    sizes: sizes.map((size) => ({
      size,
      ...bestOf(product, size),
      lastSale: sales.findLast((sale) => sale.size === size)?.price ?? null,
    })),
  };
}

const getBook = tool({
  name: 'get_book',
  title: 'Order book',
  description: `The open orders of a product by price level, best first: prices in whole dollars and the pairs at each, up to ${MAX_LEVELS} levels a side.`,
  input: z.strictObject({ product: productInput, size: someSize }),
  async run({ calls }, { product: id, size }) {
    const { asks, bids } = await calls.make('productBook', { params: { id }, query: { size } });
    return { asks: asks.slice(0, MAX_LEVELS), bids: bids.slice(0, MAX_LEVELS) };
  },
});

const getSales = tool({
  name: 'get_sales',
  title: 'Sales',
  description: 'The sales of a product, newest first, page by page.',
  input: z.strictObject({
    product: productInput,
    size: someSize,
    before: beforeInput,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_SALES)), SALES),
  }),
  run: ({ calls }, { product: id, ...query }) => calls.make('productSales', { params: { id }, query }),
});

const getPriceHistory = tool({
  name: 'get_price_history',
  title: 'Price history',
  description: 'The sales of a product by day, week or month, oldest first, in whole dollars.',
  input: z.strictObject({ product: productInput, size: someSize, range: rangeField }),
  run: async ({ calls }, { product: id, ...query }) => ({
    history: await calls.make('productHistory', { params: { id }, query }),
  }),
});

const getMarket = tool({
  name: 'get_market',
  title: 'The market',
  description:
    'The whole market now: its index, the PX50, and up to ten products each that sold most, rose and fell most, have the largest premium above retail, and the narrowest spread.',
  input: z.strictObject({ period: z._default(z.enum(MARKET_PERIODS), '24h') }),
  async run({ calls }, query) {
    const lists = await calls.make('market', { query });
    const { value, change } = await calls.make('marketIndex', { query: { range: '1M' } });
    const shown = Object.entries(lists).map(([list, rows]) => [list, rows.map(rowOf)]);
    return { index: { value, changePercent: change }, ...Object.fromEntries(shown) };
  },
});

function rowOf({ id, name, last, change, sales, premium, spread }: MarketRow) {
  return {
    product: id,
    name,
    last,
    changePercent: change,
    sales,
    premiumPercent: premium,
    spreadPercent: spread,
  };
}

/** The tools that everyone may use, without a key. */
export const MARKET_TOOLS: readonly Tool[] = [
  searchProducts,
  getProduct,
  getBook,
  getSales,
  getPriceHistory,
  getMarket,
];
