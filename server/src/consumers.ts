import type { Consumer } from './feed/consumer.js';
import type { Feed } from './feed/feed.js';
import type { MarketNotices } from './notices/market-notices.js';
import { NoticesConsumer } from './notices/notices-consumer.js';
import { HistoryConsumer } from './sales/history-consumer.js';
import { AlertsConsumer } from './watching/alerts-consumer.js';

interface Parts {
  readonly feed: Pick<Feed, 'handOver'>;
  readonly notices: MarketNotices;
}

/** The consumers of the feed, each run by every server. */
export function marketConsumers({ feed, notices }: Parts): Consumer[] {
  return [
    new NoticesConsumer(notices.newWriter()),
    new AlertsConsumer(notices.newWriter()),
    new HistoryConsumer(feed),
  ];
}
