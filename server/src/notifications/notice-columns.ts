import { DEAL_NEWS } from '@perkex/core/deals/deal-news.js';
import { NOTIFICATION_KINDS } from '@perkex/core/notifications/notifications.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import { BLOCK_REASONS } from '@perkex/core/users/blocks.js';
import { bool, int4, oneOf, orNull, text, uuid } from '../database/statement.js';

/** SQL: the orders of notifications `notice` as a table `o`, and the tables to which these belong. */
export const ORDERS_OF_NOTICES = `o as materialized (
           select distinct ordered.product_id, ordered.size, ordered.seq, ordered.price_cents
           from notice join orders as ordered
             on ordered.product_id = notice.product_id and ordered.size = notice.size and ordered.seq = notice.order_seq
         )`;
export const NOTICE_TABLES = `from notice
         left join products as product on product.id = notice.product_id
         left join o
           on o.product_id = notice.product_id and o.size = notice.size and o.seq = notice.order_seq`;

/** SQL: what a page and a mail show of a notification, selected as `NOTICE_ROW`. */
export const NOTICE = `notice.id, notice.kind, coalesce(notice.product_id, 0) as "productId",
           coalesce(product.name, '') as name, notice.size, notice.side, notice.price_cents as "priceCents",
           coalesce(o.price_cents, notice.alert_cents) as "limitCents", notice.deal_id as "dealId",
           notice.deal_news as "dealNews", notice.block_reason as block, notice.is_of_hidden as "isOfHidden"`;
export const NOTICE_ROW = {
  id: uuid,
  kind: oneOf(NOTIFICATION_KINDS),
  productId: int4,
  name: text,
  size: text,
  side: oneOf(SIDES),
  priceCents: orNull(int4),
  limitCents: orNull(int4),
  dealId: orNull(uuid),
  dealNews: orNull(oneOf(DEAL_NEWS)),
  block: orNull(oneOf(BLOCK_REASONS)),
  isOfHidden: bool,
};
