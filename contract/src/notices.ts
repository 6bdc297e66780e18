import { NOTICE_KINDS } from '@perkex/core/notices/notices.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import { orderIdField, uidField } from './fields.js';

/** How many notices a page of `GET /notices` holds at most. */
export const NOTICES_PAGE = 30;

/** No more unread ones are counted. */
export const MOST_COUNTED_NOTICES = 1_000;

/** What became of a notice's mail: none was to be sent, it will be, it was, or it was given up. */
export const NOTICE_MAIL_STATES = ['none', 'waiting', 'sent', 'failed'] as const;
export type NoticeMailState = (typeof NOTICE_MAIL_STATES)[number];

const noticeKindField = z.enum(NOTICE_KINDS, `must be one of ${NOTICE_KINDS.join(', ')}`);

/**
 * What a user was told: about an order of theirs of this side and limit, or about a product that they watch. Prices are
 * whole dollars.
 */
export const noticeSchema = z.object({
  id: z.string(),
  kind: noticeKindField,
  productId: z.int(),
  name: z.string(),
  brand: z.nullable(z.string()),
  thumbnail: z.string(),
  /** Empty where it is about all sizes: a release. */
  size: z.string(),
  side: z.enum(SIDES),
  /** Of the trade, the new best one, of the order that was removed, or of the ask that an alert is about; 0 for none. */
  price: z.int(),
  /** Of the order, or the price of the alert; 0 for none. */
  limit: z.int(),
  /** The id of the trade, of a notice of one. */
  trade: z.nullable(z.string()),
  date: z.string(),
  isRead: z.boolean(),
  mail: z.enum(NOTICE_MAIL_STATES),
});

export type ShownNotice = z.infer<typeof noticeSchema>;

/** `before` is the `next` of the page before. */
export const noticesQuerySchema = z.object({ before: z.optional(orderIdField) });

/** A page of one's own notices, newest first; `next` is the `before` of the page after it, null at the end. */
export const noticesSchema = z.object({ notices: z.array(noticeSchema), next: z.nullable(z.string()) });

export type Notices = z.infer<typeof noticesSchema>;

/** At most `MOST_COUNTED_NOTICES`. */
export const unreadSchema = z.object({ unread: z.int() });

export const readNoticeBodySchema = z.strictObject({ uid: uidField, id: orderIdField });

/** `upTo` is the newest that its reader has seen: what has come since stays unread. */
export const readNoticesBodySchema = z.strictObject({ uid: uidField, upTo: orderIdField });

/** Whether mails can be sent to the user: not before the e-mail is proved, nor where another service knows it. */
const NOTICE_MAILS = ['on', 'unproved', 'unavailable'] as const;

/** Which kinds of notices are sent by mail, too. */
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

/** Where a mail's link turns the mails of its kind off, without a login. */
export const MAILS_OFF_PATH = '/mails-off';
