import type { ExportedOrder } from '@perkex/contract/user-export.js';
import { centsToDollars } from '@perkex/core/money.js';
import { ORDER_CALLS, ORDER_REFUSALS, ORDER_STATUSES } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { isRelisting } from '../books/relisting.js';
import {
  bool,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../database/statement.js';
import { BEFORE_ALL_IDS } from '../database/time-ordered-id.js';
import { type ExportPart, listOf } from '../users/user-export.js';

/**
 * Accepted and refused orders by client order id. The sequence number that closed an order belongs to a cancellation or
 * to the order it traded with.
 */
const READ_JUDGED_ORDERS = statement({
  name: 'export-orders-of-user',
  text: `with judged as materialized (
           (select order_id, product_id, size, call, price_cents, null as refusal, null::timestamptz as refused_at,
              status, accepted_at, closed_seq, expires_at, group_id,
              case side when 'ask' then ${isRelisting('orders')} end as relist
            from orders where user_id = $1 and (order_id, product_id) > ($2, $3)
            order by order_id, product_id limit $4)
           union all
           (select order_id, product_id, size, call, price_cents, code, refused_at, null, null, null, null,
              null, null
            from refusals where user_id = $1 and (order_id, product_id) > ($2, $3)
            order by order_id, product_id limit $4)
         ), cancelled as materialized (
           select distinct cancellation.product_id, cancellation.size, cancellation.seq, cancellation.at
           from judged join cancellations as cancellation
             on cancellation.product_id = judged.product_id and cancellation.size = judged.size
               and cancellation.seq = judged.closed_seq
         ), closer as materialized (
           select distinct other.product_id, other.size, other.seq, other.accepted_at
           from judged join orders as other
             on other.product_id = judged.product_id and other.size = judged.size and other.seq = judged.closed_seq
         )
         select judged.order_id as id, product.id as "productId", product.name, judged.size, judged.call,
           judged.price_cents as "priceCents", judged.refusal, judged.refused_at as "refusedAt", judged.status,
           judged.accepted_at as "acceptedAt", coalesce(cancelled.at, closer.accepted_at) as "closedAt",
           judged.expires_at as "expiresAt", judged.group_id as "group", judged.relist
         from judged
         join products as product on product.id = judged.product_id
         left join cancelled
           on cancelled.product_id = judged.product_id and cancelled.size = judged.size
             and cancelled.seq = judged.closed_seq
         left join closer
           on closer.product_id = judged.product_id and closer.size = judged.size
             and closer.seq = judged.closed_seq
         order by judged.order_id, judged.product_id limit $4`,
  row: {
    id: uuid,
    productId: int4,
    name: text,
    size: text,
    call: oneOf(ORDER_CALLS),
    priceCents: int4,
    refusal: orNull(oneOf(ORDER_REFUSALS)),
    refusedAt: orNull(timestamptz),
    status: orNull(oneOf(ORDER_STATUSES)),
    acceptedAt: orNull(timestamptz),
    closedAt: orNull(timestamptz),
    expiresAt: orNull(timestamptz),
    group: orNull(uuid),
    relist: orNull(bool),
  },
});

/** The orders of a user. */
export function orderExport(pool: pg.Pool): ExportPart<'orders'> {
  return async (userId) => ({
    orders: listOf(
      (after, limit) =>
        READ_JUDGED_ORDERS.rows(pool, [userId, after?.id ?? BEFORE_ALL_IDS, after?.productId ?? 0, limit]),
      exportedOrder,
    ),
  });
}

/** A row has either `refusedAt` or `acceptedAt`. */
function exportedOrder(row: RowOf<typeof READ_JUDGED_ORDERS>): ExportedOrder {
  const { id, productId, name, size, call, priceCents, refusal, status, group, relist } = row;
  return {
    id,
    productId,
    name,
    size,
    call,
    price: centsToDollars(priceCents),
    status: status ?? 'refused',
    refusal,
    at: (row.acceptedAt ?? row.refusedAt)?.toISOString() ?? '',
    closedAt: row.closedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    group,
    relist,
  };
}
