import { DropCopyConsumer } from './drop-copy/drop-copy-consumer.js';
import type { Consumer } from './feed/consumer.js';
import type { WrittenFeed } from './feed/feed-writer.js';
import type { MarketNotifications } from './notifications/market-notifications.js';
import { NotificationsConsumer } from './notifications/notifications-consumer.js';
import { PriceRulesConsumer } from './price-rules/price-rules-consumer.js';
import { HistoryConsumer } from './sales/history-consumer.js';
import { UserIndexConsumer } from './user-index/user-index-consumer.js';
import { AlertsConsumer } from './watching/alerts-consumer.js';

interface Parts {
  readonly feed: WrittenFeed;
  readonly notifications: MarketNotifications;
  /** True where copies of the orders and trades of users are kept. */
  readonly hasUserIndex?: boolean;
}

/** The consumers of the feed, each run by every server. */
export function marketConsumers({ feed, notifications, hasUserIndex = false }: Parts): Consumer[] {
  return [
    new NotificationsConsumer(notifications.newWriter()),
    new AlertsConsumer(notifications.newWriter()),
    new HistoryConsumer(feed),
    new DropCopyConsumer(),
    new PriceRulesConsumer(),
    ...(hasUserIndex ? [new UserIndexConsumer()] : []),
  ];
}
