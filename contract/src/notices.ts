import { NOTICE_KINDS } from '@perkex/core/notices/notices.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import { orderIdField, uidField } from './fields.js';

/** The most notifications on a page of `GET /notices`. */
export const NOTICES_PAGE = 30;

/** Unread notifications are counted up to this number. */
export const MOST_COUNTED_NOTICES = 1_000;

/** The mail of a notification: none to send, waiting, sent, or given up. */
export const NOTICE_MAIL_STATES = ['none', 'waiting', 'sent', 'failed'] as const;
export type NoticeMailState = (typeof NOTICE_MAIL_STATES)[number];

const noticeKindField = z.enum(NOTICE_KINDS, `must be one of ${NOTICE_KINDS.join(', ')}`);

/**
 * A notification about one of the user's orders, with its side and limit, or about a product on their watchlist. Prices
 * are whole dollars.
 */
export const noticeSchema = z.object({
  id: z.string(),
  kind: noticeKindField,
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
  date: z.string(),
  isRead: z.boolean(),
  mail: z.enum(NOTICE_MAIL_STATES),
});

export type ShownNotice = z.infer<typeof noticeSchema>;

/** `before` is the `next` of the previous page. */
export const noticesQuerySchema = z.object({ before: z.optional(orderIdField) });

/** A page of one's own notifications, newest first; `next` is the `before` of the following page, null at the end. */
export const noticesSchema = z.object({ notices: z.array(noticeSchema), next: z.nullable(z.string()) });

export type Notices = z.infer<typeof noticesSchema>;

/** Counted up to `MOST_COUNTED_NOTICES`. */
export const unreadSchema = z.object({ unread: z.int() });

export const readNoticeBodySchema = z.strictObject({ uid: uidField, id: orderIdField });

/** `upTo` is the newest one that the reader has seen; later ones stay unread. */
export const readNoticesBodySchema = z.strictObject({ uid: uidField, upTo: orderIdField });

/** The availability of mails: only to a verified e-mail, and only where this service knows it. */
const NOTICE_MAILS = ['on', 'unproved', 'unavailable'] as const;

/** The kinds of notifications that are also sent by mail. */
export const noticeSettingsSchema = z.object({
  mails: z.enum(NOTICE_MAILS),
  kinds: z.record(noticeKindField, z.boolean()),
});

export type NoticeSettings = z.infer<typeof noticeSettingsSchema>;

export const noticeMailBodySchema = z.strictObject({
  uid: uidField,
  kind: noticeKindField,
  isOn: z.boolean('must be true or false'),
});

/** The page where a mail's link turns off mails of its kind without a login. */
export const MAILS_OFF_PATH = '/mails-off';
