import { DropCopyConsumer } from './drop-copy/drop-copy-consumer.js';
import type { Consumer } from './feed/consumer.js';
import type { WrittenFeed } from './feed/feed-writer.js';
import type { MarketNotifications } from './notifications/market-notifications.js';
import { NotificationsConsumer } from './notifications/notifications-consumer.js';
import { PriceRulesConsumer } from './price-rules/price-rules-consumer.js';
import { HistoryConsumer } from './sales/history-consumer.js';
import { AlertsConsumer } from './watching/alerts-consumer.js';

interface Parts {
  readonly feed: WrittenFeed;
  readonly notifications: MarketNotifications;
}

/** The consumers of the feed, each run by every server. */
export function marketConsumers({ feed, notifications }: Parts): Consumer[] {
  return [
    new NotificationsConsumer(notifications.newWriter()),
    new AlertsConsumer(notifications.newWriter()),
    new HistoryConsumer(feed),
    new DropCopyConsumer(),
    new PriceRulesConsumer(),
  ];
}
