import type { OpenOrderLimits } from '@perkex/core/order-book/order.js';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock/clock.js';
import type { Database } from './database/connect.js';
import type { ReplicaReads } from './database/replica-reads.js';
import type { ShipTo } from './deals/deal-settings.js';
import type { MarketDeals } from './deals/market-deals.js';
import type { HiddenProducts } from './desk/catalogue/hidden-products.js';
import type { MemberMails } from './desk/members/member-mails.js';
import type { UserBlocks } from './desk/users/user-blocks.js';
import type { Feed } from './feed/feed.js';
import type { ConnectionLimits } from './http/connections.js';
import type { ParcelLabels } from './labels/parcel-labels.js';
import type { AccountNews } from './notifications/account-news.js';
import type { MarketNotifications } from './notifications/market-notifications.js';
import type { MatchingEngine } from './orders/matching-engine.js';
import type { OpenTrading } from './orders/open-trading.js';
import type { FetchTerms } from './outbound/fetch-public.js';
import type { WebBuild } from './pages/web-build.js';
import type { MarketPayments } from './payments/opening/open-payments.js';
import type { PictureStore } from './pictures/picture-store.js';
import type { PriceRules } from './price-rules/price-rules.js';
import type { Metrics } from './process/metrics.js';
import type { UserIndex } from './user-index/user-index.js';
import type { Identity } from './users/identity.js';
import type { Sealing } from './users/sealing.js';
import type { Vacations } from './vacations/vacations.js';
import type { SecondReviews } from './verification/verification-settings.js';

export interface AppDependencies {
  readonly database: Database;
  /** The reader of lists and history: a standby, or the database itself. */
  readonly replicaReads?: ReplicaReads;
  readonly clock: Clock;
  /** From 0, below 1. */
  readonly random: () => number;
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly engine: Pick<MatchingEngine, 'submit' | 'isUnableToWrite' | 'commandsInProgress'>;
  /** Placing and cancelling orders with this engine. */
  readonly trading: OpenTrading;
  /** The vacations of sellers. */
  readonly vacations: Vacations;
  /** The rules that keep asks the lowest. */
  readonly priceRules: PriceRules;
  readonly identity: Identity;
  /** The changes made by the engines of all processes. The caller closes it. */
  readonly feed: Feed;
  /** The copies of the orders and trades of users; null where none are kept. */
  readonly userIndex?: UserIndex | null;
  /** The users' notifications. The caller closes them. */
  readonly notifications: MarketNotifications;
  readonly publicUrl: string;
  readonly rateLimits: boolean;
  readonly trustProxy: boolean;
  /** The store of product pictures. */
  readonly pictures: PictureStore;
  /** For pictures from other websites. Only tests set it. */
  readonly fetchTerms?: FetchTerms | undefined;
  /** Other origins whose pictures the pages may show. */
  readonly imageOrigins?: readonly string[];
  /** How to contact the platform. Without it, the help pages say that no contact has been set. */
  readonly contact?: string | null;
  /** True for a demonstration market. */
  readonly isDemo?: boolean;
  /** Adds the addresses of the payment provider's webhooks. */
  readonly paymentRoutes?: MarketPayments['routes'];
  /** For the users' own cards and payouts; null without payments. */
  readonly paymentSetup?: MarketPayments['setup'];
  /** For the steps of users in deals; null until deals have started. */
  readonly dealSteps?: MarketDeals['userSteps'];
  /** The address that sellers ship to. Without it, a demonstration market has an example, and others have none. */
  readonly shipTo?: ShipTo | null;
  /** The limit of payouts by one member in 24 hours, in cents. */
  readonly payoutReleaseCents?: number;
  readonly secondReviews?: SecondReviews;
  /** Buys labels of parcels; null if their numbers are entered by hand. */
  readonly parcelLabels?: ParcelLabels | null;
  /** Reports new keys to their users. */
  readonly keyNews: AccountNews;
  /** Seals the secrets of webhooks, and has due events delivered; null without a secret of the market. */
  readonly webhooks?: { readonly sealing: Sealing; readonly wake: () => void } | null;
  /** The blocks of users by members. */
  readonly userBlocks?: UserBlocks;
  /** The mails about members; null where the market sends none. */
  readonly memberMails?: MemberMails | null;
  /** Products that members hide. */
  readonly hiddenProducts?: HiddenProducts;
  /** The limits of open orders, for members to see; null for none. */
  readonly openOrderLimits?: OpenOrderLimits | null;
  /** Above this debt, in cents, a user cannot sell. */
  readonly maxDebtCents?: number;
  /** The built pages. Without them, only the calls are served. */
  readonly pages?: WebBuild | null;
  /** The limits of a connection. Only tests change them. */
  readonly connectionLimits?: ConnectionLimits | undefined;
  /** Counts requests and the state of caches and streams; without it, nothing is counted. */
  readonly metrics?: Metrics | null;
  readonly log: FastifyBaseLogger;
}
