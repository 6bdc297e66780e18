import { DEAL_NEWS } from '@perkex/core/deals/deal-news.js';
import { MAIL_KINDS, NOTIFICATION_KINDS } from '@perkex/core/notifications/notifications.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import { BLOCK_REASONS } from '@perkex/core/users/blocks.js';
import * as z from 'zod/mini';
import { orderIdField, uidField } from './fields.js';

/** The most notifications on a page of `GET /notices`. */
export const NOTIFICATIONS_PAGE = 30;

/** Unread notifications are counted up to this number. */
export const MAX_COUNTED_NOTIFICATIONS = 1_000;

/** The mail of a notification: none to send, waiting, sent, or given up. */
export const NOTIFICATION_MAIL_STATES = ['none', 'waiting', 'sent', 'failed'] as const;
export type NotificationMailState = (typeof NOTIFICATION_MAIL_STATES)[number];

const mailKindField = z.enum(MAIL_KINDS, `must be one of ${MAIL_KINDS.join(', ')}`);

/**
 * A notification about one of the user's orders, with its side and limit, about a product on their watchlist, or about
 * one of their deals. Prices are whole dollars.
 */
export const notificationSchema = z.object({
  id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** 0 if it is about no product, such as a block; its name and thumbnail are then empty. */
  productId: z.int(),
  name: z.string(),
  brand: z.nullable(z.string()),
  thumbnail: z.string(),
  /** Empty for all sizes: a release. */
  size: z.string(),
  side: z.enum(SIDES),
  /**
   * The price of the trade, the new best price, or that of the removed order or of the ask that met an alert; 0 for
   * none.
   */
  price: z.int(),
  /** The order's limit, or the price of the alert; 0 for none. */
  limit: z.int(),
  /** The trade's id, in a notification of a trade. */
  trade: z.nullable(z.string()),
  /** The deal and what happened to it, in a notification of a step. */
  deal: z.nullable(z.object({ id: z.string(), news: z.enum(DEAL_NEWS) })),
  /** The reason, in a notification of a block. */
  block: z.nullable(z.enum(BLOCK_REASONS)),
  /** True for an order that was removed because its product is no longer traded. */
  isOfHidden: z.optional(z.boolean()),
  date: z.string(),
  isRead: z.boolean(),
  mail: z.enum(NOTIFICATION_MAIL_STATES),
});

export type ShownNotification = z.infer<typeof notificationSchema>;

/** `before` is the `next` of the previous page. */
export const notificationsQuerySchema = z.object({ before: z.optional(orderIdField) });

/** A page of one's own notifications, newest first; `next` is the `before` of the following page, null at the end. */
export const notificationsSchema = z.object({
  notices: z.array(notificationSchema),
  next: z.nullable(z.string()),
});

export type Notifications = z.infer<typeof notificationsSchema>;

/** Counted up to `MAX_COUNTED_NOTIFICATIONS`. */
export const unreadSchema = z.object({ unread: z.int() });

export const readNotificationBodySchema = z.strictObject({ uid: uidField, id: orderIdField });

/** `upTo` is the newest one that the reader has seen; later ones stay unread. */
export const readNotificationsBodySchema = z.strictObject({ uid: uidField, upTo: orderIdField });

/** The availability of mails: only to a verified e-mail, and only where this service knows it. */
const NOTIFICATION_MAILS = ['on', 'unproved', 'unavailable'] as const;

/** The kinds of mails that the user gets: of notifications, and of the close of each day. */
export const notificationSettingsSchema = z.object({
  mails: z.enum(NOTIFICATION_MAILS),
  kinds: z.record(mailKindField, z.boolean()),
});

export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const notificationMailBodySchema = z.strictObject({
  uid: uidField,
  kind: mailKindField,
  isOn: z.boolean('must be true or false'),
});

/** The page where a mail's link turns off mails of its kind without a login. */
export const MAILS_OFF_PATH = '/mails-off';
