import { DEAL_GROUPS, DEAL_PARTIES } from '@perkex/contract/deals.js';
import { orderIdField } from '@perkex/contract/fields.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { pathOf } from '@perkex/contract/path-of.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import { RefusedCall } from './market-calls.js';
import { beforeInput, type Tool, tool } from './tool.js';

const ORDERS_A_PAGE = 100;
const MAX_SKIPPED = 100_000;
const DEALS_A_PAGE = 20;

const sideInput = z.enum(SIDES).check(z.describe('"ask" for what the user sells, "bid" for what they buy'));

const getMandate = tool({
  name: 'get_mandate',
  title: 'Mandate',
  description:
    'What the user lets you do with this key: its scopes, and the limits of its orders: dollars for each order and each day (UTC) with what is used of today, side, products, and the end. Null is no limit. The server enforces it.',
  input: z.strictObject({}),
  needsKey: true,
  async run({ readKey }) {
    const key = await readKey();
    if (key === null) {
      throw new RefusedCall({ refused: 'invalid-key' });
    }
    const { name, scopes, maxOrder, maxDay, placedToday, side, products, expiresAt } = key;
    return { name, scopes, maxOrder, maxDay, placedToday, side, products, expiresAt };
  },
});

const listMyOrders = tool({
  name: 'list_my_orders',
  title: 'Own orders',
  description: `The user's open asks or bids, newest first, ${ORDERS_A_PAGE} at a time. Needs a key with the scope "read".`,
  input: z.strictObject({
    side: sideInput,
    skip: z._default(
      z.int().check(z.minimum(0), z.maximum(MAX_SKIPPED), z.describe('How many newer orders to leave out')),
      0,
    ),
  }),
  needsKey: true,
  async run({ calls }, { side, skip }) {
    const data = await calls.make('userData', { params: { uid: 'me' } });
    // The first row of every list is blank.
    const rows = data[side === 'ask' ? 'asks' : 'bids'].slice(1).reverse();
    return {
      count: rows.length,
      orders: rows
        .slice(skip, skip + ORDERS_A_PAGE)
        .map(({ id, productId, name, size, price, expiresAt = null, group, relist }) => ({
          order: id,
          product: productId,
          name,
          size,
          price,
          expiresAt,
          ...(group !== undefined && { group }),
          ...(relist !== undefined && { relist }),
        })),
    };
  },
});

const listMyTrades = tool({
  name: 'list_my_trades',
  title: 'Own trades',
  description:
    'What the user has sold or bought, newest first, up to 100 at a time, with the total paid or received. Needs a key with the scope "read".',
  input: z.strictObject({ side: sideInput, before: beforeInput }),
  needsKey: true,
  async run({ calls }, query) {
    const { trades, next } = await calls.make('history', { query });
    return {
      trades: trades.map(({ id, productId, name, size, price, total, date, deal }) => ({
        order: id,
        product: productId,
        name,
        size,
        price,
        total,
        date,
        deal,
      })),
      next,
    };
  },
});

const listMyDeals = tool({
  name: 'list_my_deals',
  title: 'Own deals',
  description:
    'What happens after the trades of the user: payment, shipping, verification, payout. Each with its state and the steps that the user may take on the site. Needs a key with the scope "read".',
  input: z.strictObject({
    party: z.enum(DEAL_PARTIES),
    group: z._default(z.enum(DEAL_GROUPS), 'in-progress'),
    before: beforeInput,
  }),
  needsKey: true,
  async run({ calls }, query) {
    const { deals, next } = await calls.make('deals', { query: { ...query, limit: DEALS_A_PAGE } });
    return { deals: deals.map(({ thumbnail: _, ...deal }) => deal), next };
  },
});

const getMyDeal = tool({
  name: 'get_my_deal',
  title: 'Own deal',
  description: 'One deal of the user with its money and its timeline. Needs a key with the scope "read".',
  input: z.strictObject({ deal: orderIdField.check(z.describe('The id of a deal')) }),
  needsKey: true,
  async run({ calls, publicUrl }, { deal: id }) {
    const { thumbnail: _, ...deal } = await calls.make('deal', { params: { id } });
    return { ...deal, page: publicUrl + pathOf(PAGE_PATHS.deal, { deal: id }) };
  },
});

/** The tools that read the data of the user, with a key. */
export const OWN_TOOLS: readonly Tool[] = [getMandate, listMyOrders, listMyTrades, listMyDeals, getMyDeal];
