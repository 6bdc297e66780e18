import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { ExportedDeal } from '@perkex/contract/user-export.js';
import { DEAL_STATES, type Party } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { int4, json, oneOf, statement, text, uuid } from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';
import { type ExportPart, listOf } from '../users/user-export.js';

/** The other party and members appear by kind only. */
const READ_DEALS_OF_USER = statement({
  name: 'export-deals-of-user',
  text: `with mine as materialized (
           select * from (
             (select deal.product_id, deal.id, deal.state, trade.size, 'buyer' as party
              from trades as trade
              join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
              where trade.buyer_id = $1 and trade.id < $2 order by trade.id desc limit $3)
             union all
             (select deal.product_id, deal.id, deal.state, trade.size, 'seller'
              from trades as trade
              join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
              where trade.seller_id = $1 and trade.id < $2 order by trade.id desc limit $3)
           ) as either order by id desc limit $3
         ), recorded as materialized (
           select event.product_id, event.deal_id, mine.party, json_agg(json_build_object(
               'event', event.event, 'by', event.actor_kind,
               'at', to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
               'details', case when event.actor_kind = mine.party
                   and coalesce(step.carrier, step.problem, step.reason) is not null
                 then json_build_object('carrier', step.carrier, 'trackingNumber', step.tracking_number,
                   'problem', step.problem, 'reason', step.reason)
                 when parcel.receiver = mine.party
                 then json_build_object('carrier', parcel.carrier, 'trackingNumber', parcel.tracking_number,
                   'problem', null, 'reason', null)
               end
             ) order by event.version)::jsonb as events
           from mine
           join deal_events as event on event.product_id = mine.product_id and event.deal_id = mine.id
           left join party_steps as step on step.product_id = event.product_id
             and step.deal_id = event.deal_id and step.version = event.version
           left join parcels_from_us as parcel on parcel.product_id = event.product_id
             and parcel.deal_id = event.deal_id and parcel.version = event.version
           group by event.product_id, event.deal_id, mine.party
         )
         select mine.id, product.id as "productId", product.name, mine.size, mine.party, mine.state,
           coalesce(recorded.events, '[]') as events
         from mine
         left join recorded on recorded.product_id = mine.product_id and recorded.deal_id = mine.id
           and recorded.party = mine.party
         join products as product on product.id = mine.product_id
         order by mine.id desc limit $3`,
  row: {
    id: uuid,
    productId: int4,
    name: text,
    size: text,
    party: oneOf<Party>(DEAL_PARTIES),
    state: oneOf(DEAL_STATES),
    events: json<ExportedDeal['events']>(),
  },
});

/** The deals of a user, newest first. */
export function dealExport(pool: pg.Pool): ExportPart<'deals'> {
  return async (userId) => ({
    deals: listOf(
      (after: ExportedDeal | undefined, limit) =>
        READ_DEALS_OF_USER.rows(pool, [userId, after?.id ?? AFTER_ALL_IDS, limit]),
      (deal) => deal,
    ),
  });
}
