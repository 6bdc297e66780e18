import { CALL_ADDRESSES, type CallName } from './call-addresses.js';
import { PROGRAM_CALLS } from './program-calls.js';

/** A request of a call, as its schemas take it. */
export interface ExampleRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const NAME = 'Air Jordan 1 Retro High OG Bred';
const SIZE = '9';
const PAIR = { name: NAME, size: SIZE };
/** The ids of example orders. */
const ASK = '0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e01';
const BID = '0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e02';
const BUY = '0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e03';
const SELL = '0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e04';
const ANY_SIZE = '0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e06';
const LISTED = '0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e07';
const STEP = '0192f0c1-7a1b-7c3d-8e4f-5a6b7c8d9e05';
/** The ids of an example deal and of an example sale; the test puts those of its own market in their place. */
export const EXAMPLE_DEAL = '0192f0c1-7a1b-7c3d-8e4f-000000000001';
export const EXAMPLE_SALE = '0192f0c1-7a1b-7c3d-8e4f-000000000002';

const PRODUCT_REQUEST: ExampleRequest = { params: { id: '1' } };
const SIZE_REQUEST: ExampleRequest = { params: { id: '1' }, query: { size: SIZE } };
const DEAL_REQUEST: ExampleRequest = { params: { id: EXAMPLE_DEAL } };

/** The examples that need an input, in an order in which they work. `priceRules` reads a rule before its ask ends. */
const IN_ORDER: Partial<Record<CallName, ExampleRequest>> = {
  products: { query: { name: NAME } },
  highestBids: { query: { ids: '1,2' } },
  browse: { query: { brand: 'Jordan', size: SIZE } },
  search: { query: { q: 'bred' } },
  releases: { query: { month: '2026-01' } },
  brand: { params: { brand: 'jordan' } },
  model: { params: { brand: 'jordan', model: 'air-jordan-1' } },
  productBook: SIZE_REQUEST,
  prices: { query: PAIR },
  bid: { body: { id: BID, ...PAIR, price: 180 } },
  changeOrder: { body: { id: BID, expiresIn: 7 } },
  deleteBid: { body: { id: BID } },
  ask: { body: { id: ASK, ...PAIR, price: 240, expiresIn: 30 } },
  setPriceRules: { body: { rules: [{ id: ASK, floor: 210 }] } },
  priceRules: {},
  deleteAsk: { body: { id: ASK } },
  buy: { body: { id: BUY, ...PAIR, price: 220 } },
  sell: { body: { id: SELL, ...PAIR, price: 200 } },
  bidAnySize: { body: { id: ANY_SIZE, name: NAME, sizes: ['9', '10'], price: 150 } },
  orderPairs: { body: { pairs: [{ product: '#1', size: SIZE }] } },
  orderBatch: {
    body: {
      commands: [
        { call: 'ask', id: LISTED, ...PAIR, price: 245 },
        { call: 'deleteAsk', id: LISTED },
      ],
    },
  },
  queuePlaces: { query: { orders: `1/${ANY_SIZE}` } },
  userData: { params: { uid: 'me' } },
  userEvents: { query: { after: '0', limit: '2' } },
  history: { query: { side: 'bid' } },
  deals: { query: { party: 'seller' } },
  deal: DEAL_REQUEST,
  takeDealStep: {
    body: {
      deal: EXAMPLE_DEAL,
      id: STEP,
      version: 2,
      step: { type: 'ship', carrier: 'ups', trackingNumber: '1Z999AA10123456784' },
    },
  },
  paymentInstructions: DEAL_REQUEST,
  dealReport: DEAL_REQUEST,
  claimPhotos: DEAL_REQUEST,
  dealPhoto: { params: { id: EXAMPLE_DEAL, photo: EXAMPLE_SALE } },
  claimPhoto: { params: { id: EXAMPLE_DEAL, photo: EXAMPLE_SALE } },
  productFigures: SIZE_REQUEST,
  productHistory: { params: { id: '1' }, query: { range: '1M' } },
  soldPair: { params: { id: '1', sale: EXAMPLE_SALE } },
  marketDay: { params: { day: '2026-01-30' } },
};

/** The last ones, because orders arrive during them. */
const STREAMS: typeof IN_ORDER = {
  live: { query: { product: '1' } },
  ownLive: {},
  bookFeed: { query: { product: '1' } },
};

/** The example of any other call: with the product that its path names, if it names one. */
function plainExample(name: CallName): ExampleRequest {
  return CALL_ADDRESSES[name].path.startsWith('/:id(') ? PRODUCT_REQUEST : {};
}

const PLAIN = PROGRAM_CALLS.filter((name) => !(name in IN_ORDER || name in STREAMS));

/** An example of each call for programs, in an order in which they work; a test makes them all. */
export const CALL_EXAMPLES: Partial<Record<CallName, ExampleRequest>> = {
  ...IN_ORDER,
  ...Object.fromEntries(PLAIN.map((name) => [name, plainExample(name)])),
  ...STREAMS,
};
