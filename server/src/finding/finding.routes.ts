import { type Browse, FOUND_A_PAGE, SEARCH_ROWS, SEARCH_ROWS_A_PAGE } from '@perkex/contract/finding.js';
import { MAX_CARDS } from '@perkex/contract/products.js';
import { capitalised } from '@perkex/core/capitalised.js';
import { type Day, dayAt } from '@perkex/core/figures/days.js';
import { addressOf, type Filters, filtersFrom } from '@perkex/core/finding/filters.js';
import type { FindableProducts } from '@perkex/core/finding/findable-products.js';
import type { CountedValue, Found } from '@perkex/core/finding/found.js';
import { searchText } from '@perkex/core/finding/search-text.js';
import { centsToDollars } from '@perkex/core/money.js';
import type { FastifyInstance } from 'fastify';
import { answerCached, jsonContent } from '../cache/cached-call.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { Clock } from '../clock/clock.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import type { FollowedProducts } from './followed-products.js';
import { foundRowOf, summaryOf } from './found-summary.js';
import { readReleasesOfMonth } from './read-months.js';
import type { Trending } from './trending-products.js';

const POPULAR_MODELS = 6;
const NEAR_ROWS = 4;
/** The products shown in place of matches. */
const INSTEAD_CARDS = 4;

export interface Finding {
  readonly replicaReads: ReplicaReads;
  readonly responses: ResponseCache;
  readonly products: FollowedProducts;
  readonly clock: Clock;
}

/** The calls that find products: by filters, by text, by sales, by month of release. */
export function findingRoutes(
  app: FastifyInstance,
  { replicaReads, responses, products, clock, trending }: Finding & { readonly trending: Trending },
): void {
  answerCached(app, responses, 'browse', ({ query }) => {
    const filters = filtersFrom(addressFrom(query));
    return {
      key: withQuery('/api/browse', addressOf(filters)),
      isOfDay: true,
      make: async () => jsonContent(await browse(products, filters, dayAt(clock.wallMs()))),
    };
  });
  answerCached(app, responses, 'search', ({ query: { q = '', page } }) => {
    const text = searchText(q);
    const pageQuery = page === undefined ? '' : `&page=${page}`;
    return {
      key: withQuery('/api/search', text === '' ? '' : `q=${encodeURIComponent(text)}${pageQuery}`),
      isOfDay: true,
      make: async () => jsonContent(await search(products, text, page)),
    };
  });
  answerCached(app, responses, 'relatedProducts', ({ params }) => {
    const id = Number(params.id);
    return {
      key: `/api/${id}/related`,
      isOfDay: true,
      async make() {
        const related = (await products.read()).related(id, MAX_CARDS);
        return related ? jsonContent(related.map(summaryOf)) : { refused: 'unknown-product' };
      },
    };
  });
  answerCached(app, responses, 'trending', async () => {
    const ids = await trending.rank();
    return {
      key: '/api/trending',
      shownIds: ids,
      make: async () => jsonContent(await trending.read(ids)),
    };
  });
  answerCached(app, responses, 'releases', ({ query: { month } }) => ({
    key: withQuery('/api/releases', month ? `month=${month}` : ''),
    isOfDay: true,
    make: async () =>
      jsonContent(
        await replicaReads.read((pool) => readReleasesOfMonth(pool, products, month, clock.wallMs())),
      ),
  }));
}

/** The products that match some filters on a day, as in the answer of `GET /browse`. */
export async function browse(products: FollowedProducts, filters: Filters, today: Day): Promise<Browse> {
  const all = await products.read();
  const found = all.browse(filters, FOUND_A_PAGE, today);
  const near = found.count === 0 ? nearest(all, filters.text, INSTEAD_CARDS) : null;
  const { count, page, pages, pricesCents, belowRetail, unknown, loosen, isClose } = found;
  return {
    count,
    page,
    pages,
    products: found.products.map(summaryOf),
    facets: shownFacets(found),
    prices: pricesCents && {
      lowest: centsToDollars(pricesCents.lowest),
      highest: centsToDollars(pricesCents.highest),
    },
    belowRetail,
    unknown: [...unknown],
    loosen: [...loosen],
    isClose,
    ...(near && { near: { ...near, products: near.products.map(summaryOf) } }),
    ...(found.count === 0 && {
      popular: {
        models: all.popularModels(POPULAR_MODELS),
        products: near ? [] : all.trending(INSTEAD_CARDS).map(summaryOf),
      },
    }),
  };
}

/** @param page of all matches; the best alone where there is none */
async function search(products: FollowedProducts, text: string, page: string | undefined) {
  const all = await products.read();
  if (text === '') {
    const popular = all.trending(SEARCH_ROWS).map(foundRowOf);
    return {
      count: all.count,
      isClose: false,
      products: popular,
      popular: all.popularModels(POPULAR_MODELS),
    };
  }
  const {
    count,
    isClose,
    products: found,
  } = page === undefined
    ? all.search(text, SEARCH_ROWS)
    : all.search(text, SEARCH_ROWS_A_PAGE, (Number(page) - 1) * SEARCH_ROWS_A_PAGE);
  const near = count === 0 ? nearest(all, text, NEAR_ROWS) : null;
  return {
    count,
    isClose,
    products: found.map(foundRowOf),
    popular: [],
    ...(near && { near: { ...near, products: near.products.map(foundRowOf) } }),
  };
}

/** A shorter text than one without matches, with its best matches; null for none. */
function nearest(all: FindableProducts, text: string, limit: number) {
  const near = text === '' ? null : all.near(text);
  if (near === null) {
    return null;
  }
  const { count, products } = all.search(near, limit);
  return { text: near, count, products };
}

function shownFacets({ facets }: Found): Browse['facets'] {
  return {
    brand: [...facets.brand],
    model: [...facets.model],
    kind: facets.kind.map(withCapital),
    size: [...facets.size],
    colour: facets.colour.map(withCapital),
    year: [...facets.year],
  };
}

function withCapital({ value, name, count }: CountedValue): CountedValue {
  return { value, name: capitalised(name), count };
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}

/** Converts a parsed query back to search parameters. */
function addressFrom(query: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, values = []] of Object.entries(query)) {
    for (const value of [values].flat()) {
      address.append(name, value);
    }
  }
  return address;
}
