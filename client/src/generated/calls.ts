// The calls of the OpenAPI document that programs may make. Written by: npm run client

export interface Calls {
  /** GET /api: All products, or the one with this name, with the best ask and bid of each size */
  readonly products: {
    readonly query?: {
      readonly name?: '' | string;
      readonly after?: string | number | readonly (string | number)[];
    };
    readonly answer: readonly ListedProduct[];
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests';
  };
  /** GET /api/highest-bids: The highest bids of some products, in the order in which they are named */
  readonly highestBids: {
    readonly query: {
      readonly ids: string | number | readonly (string | number)[];
    };
    readonly answer: readonly ({
      readonly id: number;
      readonly highestBid: number;
    })[];
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests';
  };
  /** GET /api/{id}: One product with its books and sales, in an array */
  readonly product: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly answer: readonly Product[];
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests' | 'unknown-product';
  };
  /** GET /api/prices: Lowest ask and highest bid by product name */
  readonly prices: {
    readonly query: {
      readonly name: string | number | readonly (string | number)[];
      readonly size?: string | number | readonly (string | number)[];
    };
    readonly answer: readonly [number, number];
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests' | 'unknown-product' | 'unknown-size';
  };
  /** GET /api/browse: The products that match the filters, page by page, with counts for other filter values */
  readonly browse: {
    readonly query?: {
      readonly q?: string | number | readonly (string | number)[];
      readonly brand?: string | number | readonly (string | number)[];
      readonly model?: string | number | readonly (string | number)[];
      readonly kind?: string | number | readonly (string | number)[];
      readonly size?: string | number | readonly (string | number)[];
      readonly colour?: string | number | readonly (string | number)[];
      readonly year?: string | number | readonly (string | number)[];
      readonly from?: string | number | readonly (string | number)[];
      readonly to?: string | number | readonly (string | number)[];
      readonly 'below-retail'?: string | number | readonly (string | number)[];
      readonly sort?: string | number | readonly (string | number)[];
      readonly page?: string | number | readonly (string | number)[];
    };
    readonly answer: Found;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests';
  };
  /** GET /api/search: The products whose names, nicknames or style codes match a text, the best first */
  readonly search: {
    readonly query?: {
      readonly q?: string | number | readonly (string | number)[];
      readonly page?: string | number | readonly (string | number)[];
    };
    readonly answer: SearchResult;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests';
  };
  /** GET /api/{id}/related: The products whose names begin with the same two words, those that sold most lately first */
  readonly relatedProducts: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly answer: readonly ProductCard[];
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests' | 'unknown-product';
  };
  /** GET /api/trending: The products that sold most in the last 30 days, first, with lowest ask and last sale of each */
  readonly trending: {
    readonly answer: readonly ProductCard[];
    readonly problem: 'busy' | 'internal-error' | 'too-many-requests';
  };
  /** GET /api/releases: What comes and came out in a month, day by day */
  readonly releases: {
    readonly query?: {
      readonly month?: string | number | readonly (string | number)[];
    };
    readonly answer: Releases;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests';
  };
  /** GET /api/brands: All brands, those with the most products first */
  readonly brands: {
    readonly answer: readonly Brand[];
    readonly problem: 'busy' | 'internal-error' | 'too-many-requests';
  };
  /** GET /api/brands/{brand}: A brand, its model lines, and its products, those that sell best first */
  readonly brand: {
    readonly params: {
      readonly brand: string | number | readonly (string | number)[];
    };
    readonly answer: BrandPage;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'not-found' | 'too-many-requests';
  };
  /** GET /api/brands/{brand}/{model}: A model line of a brand and its products, those that sell best first */
  readonly model: {
    readonly params: {
      readonly brand: string | number | readonly (string | number)[];
      readonly model: string | number | readonly (string | number)[];
    };
    readonly answer: ModelPage;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'not-found' | 'too-many-requests';
  };
  /** GET /api/{id}/figures: What the sales of a product and its book say */
  readonly productFigures: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly query?: {
      readonly size?: '' | string;
    };
    readonly answer: Figures;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests' | 'unknown-product' | 'unknown-size';
  };
  /** GET /api/{id}/history: The sales of a product by day, week or month */
  readonly productHistory: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly query?: {
      readonly size?: '' | string;
      readonly range?: '1M' | '3M' | '6M' | '1Y' | 'ALL';
    };
    readonly answer: readonly HistoryBucket[];
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests' | 'unknown-product' | 'unknown-size';
  };
  /** GET /api/{id}/odd-sales: The newest sales of a product that count for no figure */
  readonly productOddSales: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly query?: {
      readonly size?: '' | string;
      readonly range?: '1M' | '3M' | '6M' | '1Y' | 'ALL';
    };
    readonly answer: readonly Sale[];
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests' | 'unknown-product' | 'unknown-size';
  };
  /** GET /api/{id}/sales: All sales of a product, newest first, page by page */
  readonly productSales: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly query?: {
      readonly size?: '' | string;
      readonly before?: '' | string;
      readonly limit?: '' | string;
    };
    readonly answer: SalesPage;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests' | 'unknown-product' | 'unknown-size';
  };
  /** GET /api/{id}/sales/{sale}: One sale of this market, with the text of the label of its box */
  readonly soldPair: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
      readonly sale: string | number | readonly (string | number)[];
    };
    readonly answer: SoldPair;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'not-found' | 'too-many-requests';
  };
  /** GET /api/{id}/book: The open orders of a product by price level, best first */
  readonly productBook: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly query?: {
      readonly size?: '' | string;
    };
    readonly answer: Book;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests' | 'unknown-product' | 'unknown-size';
  };
  /** GET /api/{id}/also-watched: Products that those who watch or have bought this one also watch or have bought, the most first */
  readonly alsoWatched: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly answer: AlsoWatched;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests' | 'unknown-product';
  };
  /** GET /api/market: The products that sold most and moved most, with the largest premium and the narrowest spread */
  readonly market: {
    readonly query?: {
      readonly period?: '24h' | '7d' | '30d';
    };
    readonly answer: Market;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests';
  };
  /** GET /api/market/tape: The sales of all products, newest first, page by page, until 5,000 products have sold since */
  readonly tape: {
    readonly query?: {
      readonly before?: '' | string;
      readonly limit?: '' | string;
    };
    readonly answer: TradeFeed;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests';
  };
  /** GET /api/market/days/{day}: The close of a day of the market that is over: the PX50, the movers and the records */
  readonly marketDay: {
    readonly params: {
      readonly day: string | number | readonly (string | number)[];
    };
    readonly answer: MarketDay;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'not-found' | 'too-many-requests';
  };
  /** GET /api/market/index: The index of the 50 products with the most turnover, PX50 */
  readonly marketIndex: {
    readonly query?: {
      readonly range?: '1M' | '3M' | '6M' | '1Y' | 'ALL';
    };
    readonly answer: MarketIndex;
    readonly problem: 'busy' | 'internal-error' | 'invalid-body' | 'too-many-requests';
  };
  /** GET /api/health: Whether the server and its database answer */
  readonly health: {
    readonly answer: Health;
    readonly problem: 'busy' | 'internal-error' | 'too-many-requests';
  };
  /** GET /api/me/events: The drop copy: what happened to the orders, deals and money of the session’s user, numbered without gaps */
  readonly userEvents: {
    readonly query?: {
      readonly after?: string | number | readonly (string | number)[];
      readonly limit?: '' | string;
    };
    readonly answer: UserEvents;
    readonly problem: 'blocked' | 'busy' | 'events-gone' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/notices: The notifications of the session’s user, newest first, page by page */
  readonly notices: {
    readonly query?: {
      readonly before?: string | number | readonly (string | number)[];
    };
    readonly answer: NoticesPage;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/notices/unread: How many notifications the session’s user has not read */
  readonly unreadNotices: {
    readonly answer: Unread;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/notices/settings: Which kinds of notifications the session’s user also gets by mail */
  readonly noticeSettings: {
    readonly answer: NotificationSettings;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/watches: The watchlist of the session’s user, with prices, newest first */
  readonly watches: {
    readonly query?: {
      readonly product?: string | number | readonly (string | number)[];
    };
    readonly answer: Watches;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/collection: The pairs that the session’s user owns, what each is worth, and the gain */
  readonly collection: {
    readonly answer: Collection;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/collection/history: What the pairs of the session’s user were worth over time, against what they were bought for */
  readonly collectionHistory: {
    readonly query?: {
      readonly range?: '1M' | '3M' | '6M' | '1Y' | 'ALL';
    };
    readonly answer: readonly ({
      readonly start: string;
      readonly worth: number;
      readonly price: number;
    })[];
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/getUserData/{uid}: Orders, trades and settings of the session’s user */
  readonly userData: {
    readonly answer: UserData;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'too-many-requests';
  };
  /** GET /api/seller-level: The level of the session’s user as a seller, with its fee, and the next one */
  readonly sellerLevel: {
    readonly answer: {
      readonly level: number;
      readonly minSales: number;
      readonly transactionFee: number;
      readonly sales: number;
      readonly until: string;
      readonly next: {
        readonly level: number;
        readonly minSales: number;
        readonly transactionFee: number;
      } | null;
    };
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/history: Past sales or purchases of the session’s user, newest first, page by page */
  readonly history: {
    readonly query: {
      readonly side: 'ask' | 'bid';
      readonly before?: string | number | readonly (string | number)[];
    };
    readonly answer: TradesPage;
    readonly problem: 'ambiguous-order' | 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests' | 'unknown-order';
  };
  /** GET /api/sizes: In which system the session’s user reads sizes, and the US size that they wear */
  readonly sizePreference: {
    readonly answer: SizePreference;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/deals/{id}/report: The report of the check of a pair that the user has bought or sold */
  readonly dealReport: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly answer: {
      readonly report: {
        readonly verdict: 'pass' | 'fail';
        readonly reasons: readonly ('wrong-product' | 'wrong-size' | 'worn' | 'damaged' | 'not-authentic' | 'box-damaged' | 'incomplete')[];
        readonly points: readonly AnsweredPoint[];
        readonly photos: readonly ({
          readonly id: string;
          readonly subject: 'parcel' | 'box' | 'box-label' | 'contents' | 'sides' | 'soles' | 'inside' | 'shoe-label' | 'defect';
          readonly date: string;
          readonly hash: string;
        })[];
        readonly date: string;
      } | null;
    };
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'too-many-requests' | 'unknown-deal';
  };
  /** GET /api/deals/{id}/photos/{photo}: A photo of that report */
  readonly dealPhoto: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
      readonly photo: string | number | readonly (string | number)[];
    };
    readonly answer: PhotoFile;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'photo-missing' | 'too-many-requests' | 'unknown-deal' | 'unknown-photo';
  };
  /** GET /api/deals/{id}/claim-photos: The pictures of the user’s claim */
  readonly claimPhotos: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly answer: ClaimPhotos;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'too-many-requests' | 'unknown-deal';
  };
  /** GET /api/deals/{id}/claim-photos/{photo}: A picture of the user’s claim */
  readonly claimPhoto: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
      readonly photo: string | number | readonly (string | number)[];
    };
    readonly answer: PhotoFile;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'photo-missing' | 'too-many-requests' | 'unknown-deal' | 'unknown-photo';
  };
  /** GET /api/deals: Deals of the session’s user as buyer or as seller, newest first, page by page */
  readonly deals: {
    readonly query: {
      readonly party: 'buyer' | 'seller';
      readonly group?: 'in-progress' | 'history';
      readonly before?: '' | string;
      readonly limit?: '' | string;
    };
    readonly answer: DealsPage;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/deals/{id}: One deal of the session’s user */
  readonly deal: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly answer: Deal;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'too-many-requests' | 'unknown-deal';
  };
  /** POST /api/deals/step: Take a step of a deal; the same again has no second effect */
  readonly takeDealStep: {
    readonly body: DealStepInput;
    readonly answer: Deal;
    readonly problem: 'bad-json' | 'blocked' | 'busy' | 'foreign-origin' | 'id-reused' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'invalid-price' | 'invalid-tracking-number' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'step-refused' | 'too-large' | 'too-many-requests' | 'unknown-deal' | 'unsupported-type';
  };
  /** GET /api/money: The money of the session’s user in all their deals: where it is, newest first, page by page */
  readonly money: {
    readonly query?: {
      readonly place?: 'held' | 'due' | 'in-flight' | 'paid' | 'owed';
      readonly before?: '' | string;
      readonly limit?: '' | string;
    };
    readonly answer: Money;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/money/export: All lines of the money of the session’s user, newest first, as a table */
  readonly exportMoney: {
    readonly answer: string;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/deals/{id}/payment-instructions: Where and how the buyer of an unpaid deal pays by bank transfer */
  readonly paymentInstructions: {
    readonly params: {
      readonly id: string | number | readonly (string | number)[];
    };
    readonly answer: PaymentInstructions;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'nothing-to-pay' | 'payments-off' | 'too-many-requests' | 'unknown-deal';
  };
  /** GET /api/money/debt: What the session’s user owes across all their deals, and their payment of it */
  readonly debt: {
    readonly answer: Debt;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** POST /api/ask: Place an ask; it trades at once with a bid that is as high */
  readonly ask: {
    readonly body: AskOrderInput;
    readonly answer: string;
    readonly problem: 'already-traded' | 'bad-json' | 'blocked' | 'busy' | 'card-needed' | 'debt-unpaid' | 'email-unproved' | 'foreign-origin' | 'id-reused' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'invalid-price' | 'key-address' | 'key-limit' | 'limited-orders' | 'limited-price' | 'missing-scope' | 'no-asks' | 'no-bids' | 'no-longer-traded' | 'not-signed-in' | 'not-trading-yet' | 'not-yours' | 'outcome-unknown' | 'own-order' | 'payment-missing' | 'payout-missing' | 'price-moved' | 'price-unconfirmed' | 'shipping-missing' | 'too-large' | 'too-late' | 'too-many-orders' | 'too-many-requests' | 'unknown-order' | 'unknown-product' | 'unknown-size' | 'unsupported-type';
  };
  /** POST /api/bid: Place a bid; it trades at once with an ask that is as low */
  readonly bid: {
    readonly body: RestingOrderInput;
    readonly answer: string;
    readonly problem: 'already-traded' | 'bad-json' | 'blocked' | 'busy' | 'card-needed' | 'debt-unpaid' | 'email-unproved' | 'foreign-origin' | 'id-reused' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'invalid-price' | 'key-address' | 'key-limit' | 'limited-orders' | 'limited-price' | 'missing-scope' | 'no-asks' | 'no-bids' | 'no-longer-traded' | 'not-signed-in' | 'not-trading-yet' | 'not-yours' | 'outcome-unknown' | 'own-order' | 'payment-missing' | 'payout-missing' | 'price-moved' | 'price-unconfirmed' | 'shipping-missing' | 'too-large' | 'too-late' | 'too-many-orders' | 'too-many-requests' | 'unknown-order' | 'unknown-product' | 'unknown-size' | 'unsupported-type';
  };
  /** POST /api/sell: Sell now, at the highest bid that is not below the price */
  readonly sell: {
    readonly body: SellOrderInput;
    readonly answer: string;
    readonly problem: 'already-traded' | 'bad-json' | 'blocked' | 'busy' | 'card-needed' | 'debt-unpaid' | 'email-unproved' | 'foreign-origin' | 'id-reused' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'invalid-price' | 'key-address' | 'key-limit' | 'limited-orders' | 'limited-price' | 'missing-scope' | 'no-asks' | 'no-bids' | 'no-longer-traded' | 'not-signed-in' | 'not-trading-yet' | 'not-yours' | 'outcome-unknown' | 'own-order' | 'payment-missing' | 'payout-missing' | 'price-moved' | 'price-unconfirmed' | 'shipping-missing' | 'too-large' | 'too-late' | 'too-many-orders' | 'too-many-requests' | 'unknown-order' | 'unknown-product' | 'unknown-size' | 'unsupported-type';
  };
  /** POST /api/buy: Buy now, at the lowest ask that is not above the price */
  readonly buy: {
    readonly body: OrderInput;
    readonly answer: string;
    readonly problem: 'already-traded' | 'bad-json' | 'blocked' | 'busy' | 'card-needed' | 'debt-unpaid' | 'email-unproved' | 'foreign-origin' | 'id-reused' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'invalid-price' | 'key-address' | 'key-limit' | 'limited-orders' | 'limited-price' | 'missing-scope' | 'no-asks' | 'no-bids' | 'no-longer-traded' | 'not-signed-in' | 'not-trading-yet' | 'not-yours' | 'outcome-unknown' | 'own-order' | 'payment-missing' | 'payout-missing' | 'price-moved' | 'price-unconfirmed' | 'shipping-missing' | 'too-large' | 'too-late' | 'too-many-orders' | 'too-many-requests' | 'unknown-order' | 'unknown-product' | 'unknown-size' | 'unsupported-type';
  };
  /** POST /api/bidAnySize: Bid for any of several sizes of a product; the first that trades removes the others */
  readonly bidAnySize: {
    readonly body: AnySizeBidInput;
    readonly answer: string;
    readonly problem: 'already-traded' | 'bad-json' | 'blocked' | 'busy' | 'card-needed' | 'debt-unpaid' | 'email-unproved' | 'foreign-origin' | 'id-reused' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'invalid-price' | 'key-address' | 'key-limit' | 'limited-orders' | 'limited-price' | 'missing-scope' | 'no-asks' | 'no-bids' | 'no-longer-traded' | 'not-signed-in' | 'not-trading-yet' | 'not-yours' | 'outcome-unknown' | 'own-order' | 'payment-missing' | 'payout-missing' | 'price-moved' | 'price-unconfirmed' | 'shipping-missing' | 'too-large' | 'too-late' | 'too-many-orders' | 'too-many-requests' | 'unknown-order' | 'unknown-product' | 'unknown-size' | 'unsupported-type';
  };
  /** POST /api/changeOrder: Change the price of one of your open orders, when it expires, or whether it is listed again */
  readonly changeOrder: {
    readonly body: OrderChangeInput;
    readonly answer: string;
    readonly problem: 'already-traded' | 'ambiguous-order' | 'bad-json' | 'blocked' | 'busy' | 'card-needed' | 'debt-unpaid' | 'email-unproved' | 'foreign-origin' | 'id-reused' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'invalid-price' | 'key-address' | 'key-limit' | 'limited-orders' | 'limited-price' | 'missing-scope' | 'no-asks' | 'no-bids' | 'no-longer-traded' | 'not-signed-in' | 'not-trading-yet' | 'not-yours' | 'outcome-unknown' | 'own-order' | 'payment-missing' | 'payout-missing' | 'price-moved' | 'price-unconfirmed' | 'shipping-missing' | 'too-large' | 'too-late' | 'too-many-orders' | 'too-many-requests' | 'unknown-order' | 'unknown-product' | 'unknown-size' | 'unsupported-type';
  };
  /** GET /api/queue: The places of your open orders in their queues */
  readonly queuePlaces: {
    readonly query: {
      readonly orders: string | number | readonly (string | number)[];
    };
    readonly answer: readonly QueuePlace[];
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** POST /api/deleteAsk: Remove one of your open asks */
  readonly deleteAsk: {
    readonly body: CancellationInput;
    readonly answer: string;
    readonly problem: 'already-traded' | 'ambiguous-order' | 'bad-json' | 'blocked' | 'busy' | 'foreign-origin' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'key-limit' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'outcome-unknown' | 'too-large' | 'too-many-requests' | 'unknown-order' | 'unknown-size' | 'unsupported-type';
  };
  /** POST /api/deleteBid: Remove one of your open bids */
  readonly deleteBid: {
    readonly body: CancellationInput;
    readonly answer: string;
    readonly problem: 'already-traded' | 'ambiguous-order' | 'bad-json' | 'blocked' | 'busy' | 'foreign-origin' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'key-limit' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'outcome-unknown' | 'too-large' | 'too-many-requests' | 'unknown-order' | 'unknown-size' | 'unsupported-type';
  };
  /** POST /api/orders/batch: Place, change and remove up to 500 orders, with an answer each */
  readonly orderBatch: {
    readonly body: OrderBatchInput;
    readonly answer: OrderBatchAnswers;
    readonly problem: 'bad-json' | 'blocked' | 'busy' | 'foreign-origin' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'too-large' | 'too-many-requests' | 'unsupported-type';
  };
  /** POST /api/orders/pairs: Look up the products, sizes and best prices of up to 500 pairs */
  readonly orderPairs: {
    readonly body: OrderPairsInput;
    readonly answer: FoundPairs;
    readonly problem: 'bad-json' | 'blocked' | 'busy' | 'foreign-origin' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'too-large' | 'too-many-requests' | 'unsupported-type';
  };
  /** GET /api/vacation: Read whether your asks are paused, and what has come back */
  readonly vacation: {
    readonly answer: Vacation;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** GET /api/price-rules: List the rules that keep your asks the lowest */
  readonly priceRules: {
    readonly answer: PriceRules;
    readonly problem: 'blocked' | 'busy' | 'internal-error' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'too-many-requests';
  };
  /** POST /api/price-rules: Keep up to 500 of your asks the lowest, each down to a floor, or end that */
  readonly setPriceRules: {
    readonly body: NewPriceRulesInput;
    readonly answer: OrderBatchAnswers;
    readonly problem: 'bad-json' | 'blocked' | 'busy' | 'foreign-origin' | 'internal-error' | 'invalid-body' | 'invalid-key' | 'key-address' | 'missing-scope' | 'not-signed-in' | 'not-yours' | 'too-large' | 'too-many-requests' | 'unsupported-type';
  };
}

export const CALLS = {
  products: { method: 'GET', path: '/api', answer: 'json', canRepeat: true },
  highestBids: { method: 'GET', path: '/api/highest-bids', answer: 'json', canRepeat: true },
  product: { method: 'GET', path: '/api/{id}', answer: 'json', canRepeat: true },
  prices: { method: 'GET', path: '/api/prices', answer: 'json', canRepeat: true },
  browse: { method: 'GET', path: '/api/browse', answer: 'json', canRepeat: true },
  search: { method: 'GET', path: '/api/search', answer: 'json', canRepeat: true },
  relatedProducts: { method: 'GET', path: '/api/{id}/related', answer: 'json', canRepeat: true },
  trending: { method: 'GET', path: '/api/trending', answer: 'json', canRepeat: true },
  releases: { method: 'GET', path: '/api/releases', answer: 'json', canRepeat: true },
  brands: { method: 'GET', path: '/api/brands', answer: 'json', canRepeat: true },
  brand: { method: 'GET', path: '/api/brands/{brand}', answer: 'json', canRepeat: true },
  model: { method: 'GET', path: '/api/brands/{brand}/{model}', answer: 'json', canRepeat: true },
  productFigures: { method: 'GET', path: '/api/{id}/figures', answer: 'json', canRepeat: true },
  productHistory: { method: 'GET', path: '/api/{id}/history', answer: 'json', canRepeat: true },
  productOddSales: { method: 'GET', path: '/api/{id}/odd-sales', answer: 'json', canRepeat: true },
  productSales: { method: 'GET', path: '/api/{id}/sales', answer: 'json', canRepeat: true },
  soldPair: { method: 'GET', path: '/api/{id}/sales/{sale}', answer: 'json', canRepeat: true },
  productBook: { method: 'GET', path: '/api/{id}/book', answer: 'json', canRepeat: true },
  alsoWatched: { method: 'GET', path: '/api/{id}/also-watched', answer: 'json', canRepeat: true },
  market: { method: 'GET', path: '/api/market', answer: 'json', canRepeat: true },
  tape: { method: 'GET', path: '/api/market/tape', answer: 'json', canRepeat: true },
  marketDay: { method: 'GET', path: '/api/market/days/{day}', answer: 'json', canRepeat: true },
  marketIndex: { method: 'GET', path: '/api/market/index', answer: 'json', canRepeat: true },
  health: { method: 'GET', path: '/api/health', answer: 'json', canRepeat: true, answerStatus: 503 },
  userEvents: { method: 'GET', path: '/api/me/events', answer: 'json', canRepeat: true },
  notices: { method: 'GET', path: '/api/notices', answer: 'json', canRepeat: true },
  unreadNotices: { method: 'GET', path: '/api/notices/unread', answer: 'json', canRepeat: true },
  noticeSettings: { method: 'GET', path: '/api/notices/settings', answer: 'json', canRepeat: true },
  watches: { method: 'GET', path: '/api/watches', answer: 'json', canRepeat: true },
  collection: { method: 'GET', path: '/api/collection', answer: 'json', canRepeat: true },
  collectionHistory: { method: 'GET', path: '/api/collection/history', answer: 'json', canRepeat: true },
  userData: { method: 'GET', path: '/api/getUserData/{uid}', answer: 'json', canRepeat: true },
  sellerLevel: { method: 'GET', path: '/api/seller-level', answer: 'json', canRepeat: true },
  history: { method: 'GET', path: '/api/history', answer: 'json', canRepeat: true },
  sizePreference: { method: 'GET', path: '/api/sizes', answer: 'json', canRepeat: true },
  dealReport: { method: 'GET', path: '/api/deals/{id}/report', answer: 'json', canRepeat: true },
  dealPhoto: { method: 'GET', path: '/api/deals/{id}/photos/{photo}', answer: 'json', canRepeat: true },
  claimPhotos: { method: 'GET', path: '/api/deals/{id}/claim-photos', answer: 'json', canRepeat: true },
  claimPhoto: { method: 'GET', path: '/api/deals/{id}/claim-photos/{photo}', answer: 'json', canRepeat: true },
  deals: { method: 'GET', path: '/api/deals', answer: 'json', canRepeat: true },
  deal: { method: 'GET', path: '/api/deals/{id}', answer: 'json', canRepeat: true },
  takeDealStep: { method: 'POST', path: '/api/deals/step', answer: 'json', canRepeat: false },
  money: { method: 'GET', path: '/api/money', answer: 'json', canRepeat: true },
  exportMoney: { method: 'GET', path: '/api/money/export', answer: 'text', canRepeat: true },
  paymentInstructions: { method: 'GET', path: '/api/deals/{id}/payment-instructions', answer: 'json', canRepeat: true },
  debt: { method: 'GET', path: '/api/money/debt', answer: 'json', canRepeat: true },
  ask: { method: 'POST', path: '/api/ask', answer: 'text', canRepeat: true },
  bid: { method: 'POST', path: '/api/bid', answer: 'text', canRepeat: true },
  sell: { method: 'POST', path: '/api/sell', answer: 'text', canRepeat: true },
  buy: { method: 'POST', path: '/api/buy', answer: 'text', canRepeat: true },
  bidAnySize: { method: 'POST', path: '/api/bidAnySize', answer: 'text', canRepeat: true },
  changeOrder: { method: 'POST', path: '/api/changeOrder', answer: 'text', canRepeat: true },
  queuePlaces: { method: 'GET', path: '/api/queue', answer: 'json', canRepeat: true },
  deleteAsk: { method: 'POST', path: '/api/deleteAsk', answer: 'text', canRepeat: true },
  deleteBid: { method: 'POST', path: '/api/deleteBid', answer: 'text', canRepeat: true },
  orderBatch: { method: 'POST', path: '/api/orders/batch', answer: 'json', canRepeat: true },
  orderPairs: { method: 'POST', path: '/api/orders/pairs', answer: 'json', canRepeat: true },
  vacation: { method: 'GET', path: '/api/vacation', answer: 'json', canRepeat: true },
  priceRules: { method: 'GET', path: '/api/price-rules', answer: 'json', canRepeat: true },
  setPriceRules: { method: 'POST', path: '/api/price-rules', answer: 'json', canRepeat: true },
} as const satisfies Readonly<Record<keyof Calls, object>>;

export type ProblemCode =
  | 'already-traded'
  | 'ambiguous-order'
  | 'bad-json'
  | 'blocked'
  | 'busy'
  | 'card-needed'
  | 'debt-unpaid'
  | 'email-unproved'
  | 'events-gone'
  | 'foreign-origin'
  | 'id-reused'
  | 'internal-error'
  | 'invalid-body'
  | 'invalid-key'
  | 'invalid-price'
  | 'invalid-tracking-number'
  | 'key-address'
  | 'key-limit'
  | 'limited-orders'
  | 'limited-price'
  | 'missing-scope'
  | 'no-asks'
  | 'no-bids'
  | 'no-longer-traded'
  | 'not-found'
  | 'not-signed-in'
  | 'not-trading-yet'
  | 'not-yours'
  | 'nothing-to-pay'
  | 'outcome-unknown'
  | 'own-order'
  | 'payment-missing'
  | 'payments-off'
  | 'payout-missing'
  | 'photo-missing'
  | 'price-moved'
  | 'price-unconfirmed'
  | 'shipping-missing'
  | 'step-refused'
  | 'too-large'
  | 'too-late'
  | 'too-many-orders'
  | 'too-many-requests'
  | 'unknown-deal'
  | 'unknown-order'
  | 'unknown-photo'
  | 'unknown-product'
  | 'unknown-size'
  | 'unsupported-type';

export type AlsoWatched = {
  readonly ids: readonly number[];
};

export type AnsweredPoint = {
  readonly point: string;
  readonly isInOrder: boolean;
};

export type AnySizeBidInput = {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly sizes: readonly string[];
  readonly late?: boolean;
  readonly expiresIn?: 1 | 3 | 7 | 14 | 30 | 60 | 90;
  readonly confirmedPrice?: number | null;
};

export type AskOrderInput = {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly size: string;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
  readonly late?: boolean;
  readonly replaces?: string;
  readonly confirmedPrice?: number | null;
  readonly expiresIn?: 1 | 3 | 7 | 14 | 30 | 60 | 90;
  readonly relist?: boolean;
};

export type Book = {
  readonly asks: readonly PriceLevel[];
  readonly bids: readonly PriceLevel[];
};

export type BookFeedAdd = {
  readonly type: 'add';
  readonly product: number;
  readonly size: string;
  readonly seq: number;
  readonly side: 'ask' | 'bid';
  readonly price: number;
};

export type BookFeedBook = {
  readonly type: 'book';
  readonly product: number;
  readonly size: string;
  readonly seq: number;
  readonly asks: readonly (readonly [number, number])[];
  readonly bids: readonly (readonly [number, number])[];
};

export type BookFeedCancel = {
  readonly type: 'cancel';
  readonly product: number;
  readonly size: string;
  readonly seq: number;
  readonly order: number;
  readonly side: 'ask' | 'bid';
};

export type BookFeedEvent = BookFeedReset | BookFeedBook | BookFeedReady | BookFeedAdd | BookFeedTrade | BookFeedCancel | BookFeedHeartbeat;

export type BookFeedHeartbeat = {
  readonly type: 'heartbeat';
};

export type BookFeedReady = {
  readonly type: 'ready';
};

export type BookFeedReset = {
  readonly type: 'reset';
  readonly reason: 'begin' | 'too-old' | 'too-slow' | 'missed';
};

export type BookFeedTrade = {
  readonly type: 'trade';
  readonly product: number;
  readonly size: string;
  readonly seq: number;
  readonly order: number;
  readonly side: 'ask' | 'bid';
  readonly price: number;
  readonly sale: string;
  readonly at: string;
};

export type Brand = {
  readonly slug: string;
  readonly name: string;
  readonly products: number;
  readonly thumbnail: string;
};

export type BrandPage = {
  readonly slug: string;
  readonly name: string;
  readonly text: string | null;
  readonly of: number;
  readonly models: readonly Brand[];
  readonly hasSold: boolean;
  readonly products: readonly ProductCard[];
};

export type CancellationInput = {
  readonly id: string;
  readonly productId?: number;
  readonly name?: unknown;
  readonly price?: unknown;
  readonly size?: unknown;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
};

export type ClaimPhoto = {
  readonly id: string;
  readonly date: string;
  readonly hash: string;
};

export type ClaimPhotos = {
  readonly photos: readonly ClaimPhoto[];
  readonly canAdd: boolean;
};

export type Collection = {
  readonly pairs: readonly CollectionPair[];
  readonly total: {
    readonly unpriced: number;
    readonly price: number;
    readonly worth: number;
    readonly gain: number;
    readonly gainPercent: number | null;
  };
};

export type CollectionPair = {
  readonly id: string;
  readonly isBought: boolean;
  readonly productId: number;
  readonly name: string;
  readonly brand: string | null;
  readonly thumbnail: string;
  readonly size: string;
  readonly price: number;
  readonly date: string;
  readonly worth: number | null;
  readonly by: 'sale' | 'bid' | null;
  readonly gain: number | null;
  readonly gainPercent: number | null;
};

export type Deal = {
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly brand: string | null;
  readonly thumbnail: string;
  readonly size: string;
  readonly price: number;
  readonly total: number;
  readonly party: 'buyer' | 'seller';
  readonly date: string;
  readonly state: 'unpaid' | 'paid' | 'shipped' | 'received' | 'objectable' | 'verified' | 'sent' | 'delivered' | 'rejected' | 'lost' | 'cancelled' | 'complete' | 'closed';
  readonly version: number;
  readonly dueAt: string | null;
  readonly isDisputed: boolean;
  readonly steps: readonly ('pay' | 'undo' | 'ship' | 'extend' | 'accept-verdict' | 'object' | 'take-refund' | 'report-arrived' | 'report-missing' | 'confirm' | 'claim' | 'choose-refund' | 'choose-wait' | 'choose-lowest-ask' | 'appeal')[];
  readonly styleCode: string | null;
  readonly colourway: string | null;
  readonly payment: 'none' | 'collecting' | 'needs-buyer' | 'failed' | null;
  readonly cancellation: 'payment' | 'not-shipped' | 'undone' | 'by-us' | null;
  readonly isOverdue: boolean;
  readonly replacedBy: string | null;
  readonly replaces: string | null;
  readonly penalty: {
    readonly state: 'pending' | 'appealed' | 'charged' | 'waived';
    readonly amount: number;
  } | null;
  readonly shipTo: readonly string[] | null;
  readonly money: readonly ({
    readonly kind: 'collecting' | 'paid' | 'charged-back' | 'carried' | 'carried-over' | 'refund-owed' | 'refund-on-its-way' | 'refunded' | 'payout-owed' | 'payout-on-its-way' | 'paid-out' | 'settled' | 'credited' | 'credit-on-its-way' | 'credit-paid' | 'penalty';
    readonly amount: number;
  })[];
  readonly timeline: readonly TimelineEntry[];
};

export type DealEvent = {
  readonly number: number;
  readonly at: string;
  readonly kind: 'deal';
  readonly deal: string;
  readonly party: 'buyer' | 'seller';
  readonly event: 'pay' | 'payment-held' | 'undo' | 'choose-lowest-ask' | 'replacement-traded' | 'refund-part' | 'start-payout' | 'collect-penalty' | 'pay-credit' | 'pay-debt' | 'payment-needs-buyer' | 'payment-declined' | 'refund-done' | 'refund-failed' | 'payout-done' | 'payout-failed' | 'credit-done' | 'credit-failed' | 'debt-paid' | 'debt-declined' | 'debt-charged-back' | 'dispute-opened' | 'dispute-won' | 'dispute-lost' | 'choose-refund' | 'choose-wait' | 'take-refund' | 'report-arrived' | 'report-missing' | 'confirm' | 'claim' | 'ship' | 'extend' | 'accept-verdict' | 'object' | 'appeal' | 'cancel' | 'receive' | 'pass' | 'fail' | 'send' | 'return-pair' | 'correct-parcel' | 'declare-lost' | 'keep-waiting' | 'bear-loss' | 'leave-loss' | 'request-return' | 'refuse-claim' | 'waive-penalty' | 'uphold-penalty' | 'start-refund' | 'unbook-payment' | 'parcel-moving' | 'parcel-late' | 'parcel-arrived' | 'parcel-lost' | 'deadline-passed' | 'return-overdue' | 'pause-clock' | 'resume-clock' | 'replacement-failed';
  readonly by: 'buyer' | 'seller' | 'member' | 'provider' | 'clock';
  readonly state: 'unpaid' | 'paid' | 'shipped' | 'received' | 'objectable' | 'verified' | 'sent' | 'delivered' | 'rejected' | 'lost' | 'cancelled' | 'complete' | 'closed';
  readonly version: number;
};

export type DealRow = {
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly brand: string | null;
  readonly thumbnail: string;
  readonly size: string;
  readonly price: number;
  readonly total: number;
  readonly party: 'buyer' | 'seller';
  readonly date: string;
  readonly state: 'unpaid' | 'paid' | 'shipped' | 'received' | 'objectable' | 'verified' | 'sent' | 'delivered' | 'rejected' | 'lost' | 'cancelled' | 'complete' | 'closed';
  readonly version: number;
  readonly dueAt: string | null;
  readonly isDisputed: boolean;
  readonly steps: readonly ('pay' | 'undo' | 'ship' | 'extend' | 'accept-verdict' | 'object' | 'take-refund' | 'report-arrived' | 'report-missing' | 'confirm' | 'claim' | 'choose-refund' | 'choose-wait' | 'choose-lowest-ask' | 'appeal')[];
};

export type DealStepInput = {
  readonly deal: string;
  readonly id: string;
  readonly version: number;
  readonly step: {
    readonly type: 'pay' | 'undo' | 'extend' | 'accept-verdict' | 'take-refund' | 'report-arrived' | 'report-missing' | 'confirm' | 'choose-refund' | 'choose-wait';
  } | {
    readonly type: 'choose-lowest-ask';
    readonly price: number;
  } | {
    readonly type: 'ship';
    readonly carrier: 'ups' | 'usps' | 'fedex' | 'dhl';
    readonly trackingNumber: string;
  } | {
    readonly type: 'claim';
    readonly problem: 'wrong-item' | 'damaged' | 'not-as-in-report';
    readonly reason: string;
  } | {
    readonly type: 'object' | 'appeal';
    readonly reason: string;
  };
};

export type DealsPage = {
  readonly deals: readonly DealRow[];
  readonly next: string | null;
};

export type Debt = {
  readonly amount: number;
  readonly paying: number;
  readonly payment: 'none' | 'collecting' | 'needs-buyer' | 'declined';
  readonly needsCard: boolean;
  readonly transfer: PaymentInstructions | null;
};

export type FacetValue = {
  readonly value: string;
  readonly name: string;
  readonly count: number;
};

export type FeedSale = {
  readonly id: string;
  readonly product: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly brand: string | null;
  readonly size: string;
  readonly price: number;
  readonly change: number | null;
  readonly isOdd: boolean;
  readonly date: string;
};

export type Figures = {
  readonly lastSale: number | null;
  readonly change: number | null;
  readonly changePercent: number | null;
  readonly high52: number | null;
  readonly low52: number | null;
  readonly average: number | null;
  readonly volatility: number | null;
  readonly typicalLow: number | null;
  readonly typicalHigh: number | null;
  readonly premium: number | null;
  readonly sales72h: number;
  readonly sales365d: number;
  readonly turnover: number;
  readonly spread: number | null;
  readonly openAsks: number;
  readonly openBids: number;
};

export type Found = {
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  readonly products: readonly ProductCard[];
  readonly facets: {
    readonly brand: readonly FacetValue[];
    readonly model: readonly FacetValue[];
    readonly kind: readonly FacetValue[];
    readonly size: readonly FacetValue[];
    readonly colour: readonly FacetValue[];
    readonly year: readonly FacetValue[];
  };
  readonly prices: {
    readonly lowest: number;
    readonly highest: number;
  } | null;
  readonly belowRetail: number;
  readonly unknown: readonly ({
    readonly facet: 'brand' | 'model' | 'kind' | 'size' | 'colour' | 'year';
    readonly value: string;
  })[];
  readonly loosen: readonly ({
    readonly choice: 'brand' | 'model' | 'kind' | 'size' | 'colour' | 'year' | 'price' | 'below-retail' | 'q';
    readonly count: number;
  })[];
  readonly isClose: boolean;
  readonly near?: {
    readonly text: string;
    readonly count: number;
    readonly products: readonly ProductCard[];
  };
  readonly popular?: {
    readonly models: readonly string[];
    readonly products: readonly ProductCard[];
  };
};

export type FoundPair = {
  readonly id: number;
  readonly name: string;
  readonly brand: string;
  readonly thumbnail: string;
  readonly trades: boolean;
  readonly hasSize: boolean;
  readonly highestBid: number;
  readonly lowestAsk: number;
};

export type FoundPairs = {
  readonly pairs: readonly (FoundPair | 'several' | null)[];
};

export type Health = {
  readonly status: 'ok' | 'unavailable';
};

export type HistoryBucket = {
  readonly start: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly average: number;
  readonly sales: number;
};

export type ListedProduct = {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly asks: readonly SizedPrice[];
  readonly bids: readonly SizedPrice[];
};

export type Market = {
  readonly mostSold: readonly MarketRow[];
  readonly largestRise: readonly MarketRow[];
  readonly largestFall: readonly MarketRow[];
  readonly largestPremium: readonly MarketRow[];
  readonly narrowestSpread: readonly MarketRow[];
};

export type MarketDay = {
  readonly day: string;
  readonly previous: string | null;
  readonly next: string | null;
  readonly sentences: readonly string[];
  readonly sales: number;
  readonly products: number;
  readonly turnover: number;
  readonly index: {
    readonly value: number;
    readonly change: number | null;
    readonly record: 'highest' | 'lowest' | null;
  } | null;
  readonly dearest: {
    readonly id: number;
    readonly name: string;
    readonly thumbnail: string;
    readonly price: number;
  } | null;
  readonly mostSold: readonly ({
    readonly id: number;
    readonly name: string;
    readonly thumbnail: string;
    readonly sales: number;
  })[];
  readonly rises: readonly MovedProduct[];
  readonly falls: readonly MovedProduct[];
  readonly highs: readonly RecordPrice[];
  readonly lows: readonly RecordPrice[];
};

export type MarketIndex = {
  readonly value: number | null;
  readonly change: number | null;
  readonly lastClose: string | null;
  readonly points: readonly ({
    readonly start: string;
    readonly value: number;
  })[];
};

export type MarketRow = {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly last: number | null;
  readonly change: number | null;
  readonly sales: number;
  readonly premium: number | null;
  readonly spread: number | null;
  readonly sparkline: readonly number[];
};

export type Method = {
  readonly type: 'PAYPAL' | 'CC' | '';
};

export type ModelPage = {
  readonly slug: string;
  readonly name: string;
  readonly brand: {
    readonly slug: string;
    readonly name: string;
  };
  readonly text: string | null;
  readonly of: number;
  readonly hasSold: boolean;
  readonly products: readonly ProductCard[];
};

export type Money = {
  readonly sums: readonly OwnMoneySum[];
  readonly lines: readonly MoneyLine[];
  readonly next: string | null;
};

export type MoneyEvent = {
  readonly number: number;
  readonly at: string;
  readonly kind: 'money';
  readonly deal: string;
  readonly line: 'payment-held' | 'collecting' | 'refund-owed' | 'refund-on-its-way' | 'refunded' | 'spent' | 'sale-held' | 'payout-owed' | 'payout-on-its-way' | 'paid-out' | 'fees-owed' | 'settled' | 'credited' | 'credit-on-its-way' | 'credit-paid' | 'penalty' | 'penalty-paid' | 'debt-on-its-way' | 'debt-paid' | 'debt-charged-back';
  readonly place: 'held' | 'due' | 'in-flight' | 'paid' | 'owed';
  readonly amount: number;
  readonly change: number;
};

export type MoneyLine = {
  readonly kind: 'payment-held' | 'collecting' | 'refund-owed' | 'refund-on-its-way' | 'refunded' | 'spent' | 'sale-held' | 'payout-owed' | 'payout-on-its-way' | 'paid-out' | 'fees-owed' | 'settled' | 'credited' | 'credit-on-its-way' | 'credit-paid' | 'penalty' | 'penalty-paid' | 'debt-on-its-way' | 'debt-paid' | 'debt-charged-back';
  readonly amount: number;
  readonly date: string;
  readonly deal: DealRow;
};

export type MovedProduct = {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly sales: number;
  readonly change: number;
};

export type NewPriceRulesInput = {
  readonly rules: readonly ({
    readonly id: string;
    readonly productId?: number;
    readonly floor: number | null;
  })[];
};

export type NoticesPage = {
  readonly notices: readonly Notification[];
  readonly next: string | null;
};

export type Notification = {
  readonly id: string;
  readonly kind: 'trade' | 'outbid' | 'undercut' | 'removed' | 'expiring' | 'alert' | 'release' | 'deal' | 'blocked' | 'unblocked' | 'key-made' | 'webhook-off';
  readonly productId: number;
  readonly name: string;
  readonly brand: string | null;
  readonly thumbnail: string;
  readonly size: string;
  readonly side: 'ask' | 'bid';
  readonly price: number;
  readonly limit: number;
  readonly trade: string | null;
  readonly deal: {
    readonly id: string;
    readonly news: 'paid' | 'paid-here' | 'paid-too-late' | 'payment-needs-buyer' | 'transfer-needed' | 'payment-declined' | 'payment-unbooked' | 'not-paid' | 'undone' | 'sold-elsewhere' | 'order-refused' | 'cancelled' | 'shipped' | 'extended' | 'not-shipped' | 'late-to-us' | 'received' | 'received-too-late' | 'verified' | 'failed' | 'objected' | 'rejected' | 'returning' | 'not-sent' | 'overdue' | 'keep-waiting' | 'sent' | 'parcel-corrected' | 'late-to-buyer' | 'delivered' | 'confirmed' | 'claimed' | 'claims-over' | 'claim-refused' | 'return-requested' | 'return-overdue' | 'returned' | 'partly-refunded' | 'lost' | 'loss-borne' | 'loss-left' | 'refund-chosen' | 'choose-again' | 'replaced' | 'refunded' | 'refund-failed' | 'paid-out' | 'payout-settled' | 'payout-failed' | 'penalty-waived' | 'penalty-charged' | 'penalty-shared' | 'debt-paid' | 'debt-declined' | 'debt-charged-back' | 'credit-paid' | 'credit-failed';
  } | null;
  readonly block: 'payments' | 'fakes' | 'fraud' | 'conduct' | 'request' | null;
  readonly isOfHidden?: boolean;
  readonly date: string;
  readonly isRead: boolean;
  readonly mail: 'none' | 'waiting' | 'sent' | 'failed';
};

export type NotificationSettings = {
  readonly mails: 'on' | 'unproved' | 'unavailable';
  readonly kinds: Readonly<Record<string, boolean>>;
};

export type OpenOrder = {
  readonly id: string;
  readonly size: string;
  readonly price: number;
};

export type OrderBatchAnswers = {
  readonly answers: readonly ({
    readonly answer: string;
  } | {
    readonly problem: {
      readonly status: number;
      readonly code: string;
      readonly detail: string;
    };
  })[];
};

export type OrderBatchInput = {
  readonly commands: readonly OrderCommandInput[];
};

export type OrderChangeInput = {
  readonly id: string;
  readonly productId?: number;
  readonly price?: number;
  readonly expiresIn?: 1 | 3 | 7 | 14 | 30 | 60 | 90;
  readonly relist?: boolean;
  readonly confirmedPrice?: number | null;
};

export type OrderCommandInput = {
  readonly uid?: string;
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly size: string;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
  readonly late?: boolean;
  readonly replaces?: string;
  readonly confirmedPrice?: number | null;
  readonly expiresIn?: 1 | 3 | 7 | 14 | 30 | 60 | 90;
  readonly relist?: boolean;
  readonly call: 'ask';
} | {
  readonly uid?: string;
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly size: string;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
  readonly late?: boolean;
  readonly replaces?: string;
  readonly confirmedPrice?: number | null;
  readonly expiresIn?: 1 | 3 | 7 | 14 | 30 | 60 | 90;
  readonly call: 'bid';
} | {
  readonly uid?: string;
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly sizes: readonly string[];
  readonly late?: boolean;
  readonly expiresIn?: 1 | 3 | 7 | 14 | 30 | 60 | 90;
  readonly confirmedPrice?: number | null;
  readonly call: 'bidAnySize';
} | {
  readonly uid?: string;
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly size: string;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
  readonly late?: boolean;
  readonly replaces?: string;
  readonly confirmedPrice?: number | null;
  readonly relist?: boolean;
  readonly call: 'sell';
} | {
  readonly uid?: string;
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly size: string;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
  readonly late?: boolean;
  readonly replaces?: string;
  readonly confirmedPrice?: number | null;
  readonly call: 'buy';
} | {
  readonly uid?: string;
  readonly id: string;
  readonly productId?: number;
  readonly price?: number;
  readonly expiresIn?: 1 | 3 | 7 | 14 | 30 | 60 | 90;
  readonly relist?: boolean;
  readonly confirmedPrice?: number | null;
  readonly call: 'changeOrder';
} | {
  readonly uid?: string;
  readonly id: string;
  readonly productId?: number;
  readonly name?: unknown;
  readonly price?: unknown;
  readonly size?: unknown;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
  readonly call: 'deleteAsk';
} | {
  readonly uid?: string;
  readonly id: string;
  readonly productId?: number;
  readonly name?: unknown;
  readonly price?: unknown;
  readonly size?: unknown;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
  readonly call: 'deleteBid';
};

export type OrderEvent = {
  readonly number: number;
  readonly at: string;
  readonly kind: 'order';
  readonly order: string;
  readonly productId: number;
  readonly size: string;
  readonly side: 'ask' | 'bid';
  readonly price: number;
  readonly status: 'open' | 'traded' | 'cancelled';
  readonly reason: 'owner' | 'platform' | 'hidden-product' | 'expired' | 'vacation' | 'other-size' | 'price-rule' | null;
  readonly group?: string;
};

export type OrderInput = {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly size: string;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
  readonly late?: boolean;
  readonly replaces?: string;
  readonly confirmedPrice?: number | null;
};

export type OrderPairsInput = {
  readonly pairs: readonly ({
    readonly product: string;
    readonly size: string;
  })[];
};

export type OrderRow = {
  readonly id: string;
  readonly productId: number | null;
  readonly name: string;
  readonly brand: string | null;
  readonly price: number | null;
  readonly size: string;
  readonly thumbnail: string;
  readonly expiresAt?: string;
  readonly relist?: boolean;
  readonly group?: string;
};

export type OwnMoneySum = {
  readonly kind: 'payment-held' | 'collecting' | 'refund-owed' | 'refund-on-its-way' | 'refunded' | 'spent' | 'sale-held' | 'payout-owed' | 'payout-on-its-way' | 'paid-out' | 'fees-owed' | 'settled' | 'credited' | 'credit-on-its-way' | 'credit-paid' | 'penalty' | 'penalty-paid' | 'debt-on-its-way' | 'debt-paid' | 'debt-charged-back';
  readonly amount: number;
};

export type PaymentInstructions = {
  readonly holder: string;
  readonly account: string;
  readonly bankCode: string | null;
  readonly bankName: string | null;
  readonly reference: string;
  readonly amount: number;
  readonly received: number;
};

export type PhotoFile = {
  readonly image: string;
};

export type PriceLevel = {
  readonly price: number;
  readonly quantity: number;
};

export type PriceRules = {
  readonly rules: readonly ({
    readonly id: string;
    readonly productId: number;
    readonly floor: number;
    readonly state: 'lowest' | 'at-floor' | 'bid-in-the-way' | 'waits';
    readonly price: number | null;
    readonly from: string | null;
    readonly refusal: string | null;
  })[];
};

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly deal?: {
    readonly reason: string;
    readonly state: string;
    readonly version: number;
    readonly steps: readonly string[];
  };
  readonly fields?: readonly ({
    readonly field: string;
    readonly error: string;
  })[];
};

export type Product = {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly pictures: readonly ProductPicture[];
  readonly brand: string | null;
  readonly styleCode: string | null;
  readonly colourway: string | null;
  readonly model: string | null;
  readonly nickname: string | null;
  readonly kind: 'men' | 'women' | 'unisex' | 'grade school' | 'preschool' | 'toddler' | null;
  readonly description: string | null;
  readonly releaseDate: string | null;
  readonly retailPrice: number | null;
  readonly tradesFrom: string | null;
  readonly sizes: readonly string[];
  readonly asks: readonly OpenOrder[];
  readonly bids: readonly OpenOrder[];
  readonly lastsales: readonly Sale[];
  readonly oldersales: readonly Sale[];
  readonly hidden?: {
    readonly mergedInto: number | null;
  };
};

export type ProductCard = {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly lowestAsk: number;
  readonly lastSale: number;
  readonly change: number | null;
};

export type ProductPicture = {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
};

export type QueuePlace = {
  readonly id: string;
  readonly productId: number;
  readonly ahead: number | null;
  readonly rank: number | null;
};

export type RecordPrice = {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly price: number;
  readonly before: number;
};

export type Releases = {
  readonly month: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly count: number;
  readonly days: readonly ({
    readonly date: string;
    readonly products: readonly ({
      readonly id: number;
      readonly name: string;
      readonly thumbnail: string;
      readonly lowestAsk: number;
      readonly lastSale: number;
      readonly change: number | null;
      readonly retailPrice: number | null;
      readonly tradesFrom: string | null;
    })[];
  })[];
};

export type RestingOrderInput = {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly size: string;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
  readonly late?: boolean;
  readonly replaces?: string;
  readonly confirmedPrice?: number | null;
  readonly expiresIn?: 1 | 3 | 7 | 14 | 30 | 60 | 90;
};

export type Sale = {
  readonly id: string;
  readonly size: string;
  readonly price: number;
  readonly date: string;
};

export type SaleRow = {
  readonly id: string;
  readonly productId: number | null;
  readonly name: string;
  readonly brand: string | null;
  readonly price: number | null;
  readonly size: string;
  readonly thumbnail: string;
  readonly total: number | null;
  readonly date: string;
  readonly deal: string | null;
  readonly failed?: 'rejected' | 'lost' | 'cancelled' | 'closed';
  readonly group?: string;
  readonly transactionFee?: number;
};

export type SalesPage = {
  readonly sales: readonly Sale[];
  readonly next: string | null;
};

export type SearchResult = {
  readonly count: number;
  readonly isClose: boolean;
  readonly products: readonly SearchRow[];
  readonly near?: {
    readonly text: string;
    readonly count: number;
    readonly products: readonly SearchRow[];
  };
  readonly popular: readonly string[];
};

export type SearchRow = {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly nickname: string | null;
  readonly styleCode: string | null;
};

export type SellOrderInput = {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly size: string;
  readonly thumbnail?: unknown;
  readonly date?: unknown;
  readonly late?: boolean;
  readonly replaces?: string;
  readonly confirmedPrice?: number | null;
  readonly relist?: boolean;
};

export type SizePreference = {
  readonly system: 'us-men' | 'us-women' | 'uk' | 'eu' | 'cm' | null;
  readonly size: string | null;
};

export type SizedPrice = {
  readonly size: string;
  readonly price: number;
};

export type SoldPair = {
  readonly productId: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly brand: string | null;
  readonly styleCode: string | null;
  readonly colourway: string | null;
  readonly size: string;
  readonly price: number;
  readonly date: string;
};

export type StepDetails = {
  readonly carrier: 'ups' | 'usps' | 'fedex' | 'dhl' | null;
  readonly trackingNumber: string | null;
  readonly problem: 'wrong-item' | 'damaged' | 'not-as-in-report' | null;
  readonly reason: string | null;
};

export type StoredShipping = {
  readonly name: string;
  readonly surname: string;
  readonly street: string;
  readonly street_number: string;
  readonly city: string;
  readonly zip: string;
  readonly country: string;
  readonly phone: string;
};

export type TimelineEntry = {
  readonly version: number;
  readonly event: 'trade' | 'pay' | 'payment-held' | 'undo' | 'choose-lowest-ask' | 'replacement-traded' | 'refund-part' | 'start-payout' | 'collect-penalty' | 'pay-credit' | 'pay-debt' | 'payment-needs-buyer' | 'payment-declined' | 'refund-done' | 'refund-failed' | 'payout-done' | 'payout-failed' | 'credit-done' | 'credit-failed' | 'debt-paid' | 'debt-declined' | 'debt-charged-back' | 'dispute-opened' | 'dispute-won' | 'dispute-lost' | 'choose-refund' | 'choose-wait' | 'take-refund' | 'report-arrived' | 'report-missing' | 'confirm' | 'claim' | 'ship' | 'extend' | 'accept-verdict' | 'object' | 'appeal' | 'cancel' | 'receive' | 'pass' | 'fail' | 'send' | 'return-pair' | 'correct-parcel' | 'declare-lost' | 'keep-waiting' | 'bear-loss' | 'leave-loss' | 'request-return' | 'refuse-claim' | 'waive-penalty' | 'uphold-penalty' | 'start-refund' | 'unbook-payment' | 'parcel-moving' | 'parcel-late' | 'parcel-arrived' | 'parcel-lost' | 'deadline-passed' | 'return-overdue' | 'pause-clock' | 'resume-clock' | 'replacement-failed';
  readonly by: 'buyer' | 'seller' | 'member' | 'provider' | 'clock';
  readonly state: 'unpaid' | 'paid' | 'shipped' | 'received' | 'objectable' | 'verified' | 'sent' | 'delivered' | 'rejected' | 'lost' | 'cancelled' | 'complete' | 'closed';
  readonly date: string;
  readonly details: StepDetails | null;
};

export type TradeEvent = {
  readonly number: number;
  readonly at: string;
  readonly kind: 'trade';
  readonly trade: string;
  readonly productId: number;
  readonly size: string;
  readonly side: 'ask' | 'bid';
  readonly price: number;
};

export type TradeFeed = {
  readonly sales: readonly FeedSale[];
  readonly next: string | null;
};

export type TradesPage = {
  readonly trades: readonly SaleRow[];
  readonly next: string | null;
};

export type Unread = {
  readonly unread: number;
};

export type UserData = {
  readonly asks: readonly OrderRow[];
  readonly bids: readonly OrderRow[];
  readonly sales: readonly SaleRow[];
  readonly purchases: readonly SaleRow[];
  readonly shipping: StoredShipping;
  readonly payout: Method;
  readonly payment: Method;
};

export type UserEvent = OrderEvent | TradeEvent | DealEvent | MoneyEvent;

export type UserEvents = {
  readonly events: readonly UserEvent[];
  readonly last: number;
};

export type Vacation = {
  readonly state: 'none' | 'pausing' | 'away' | 'returning' | 'back';
  readonly startedAt: string | null;
  readonly paused: number;
  readonly back: number;
  readonly refusedAsks: number;
  readonly refusals: readonly ({
    readonly order: string;
    readonly name: string;
    readonly size: string;
    readonly price: number;
    readonly answer: string;
  })[];
};

export type Watch = {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly lowestAsk: number;
  readonly lastSale: number;
  readonly change: number | null;
  readonly brand: string | null;
  readonly size: string | null;
  readonly highestBid: number;
  readonly releaseDate: string | null;
  readonly alert: number | null;
};

export type Watches = {
  readonly products: readonly Watch[];
};
