import {
  notificationMailBodySchema,
  notificationSettingsSchema,
  notificationsQuerySchema,
  notificationsSchema,
  readNotificationBodySchema,
  readNotificationsBodySchema,
  unreadSchema,
} from './notifications.js';
import { sentenceSchema } from './sentence.js';

/** The calls for notifications, as parts of `CALLS`. */
export const CALLS_OF_NOTIFICATIONS = {
  notices: {
    tag: 'notices',
    summary: 'The notifications of the session’s user, newest first, page by page',
    answers: 'A page of notifications, newest first',
    query: notificationsQuerySchema,
    answer: notificationsSchema,
    problems: [],
  },
  unreadNotices: {
    tag: 'notices',
    summary: 'How many notifications the session’s user has not read',
    answers: 'The number of unread notifications, counted up to 1000',
    answer: unreadSchema,
    problems: [],
  },
  readNotice: {
    tag: 'notices',
    summary: 'Mark one of your notifications as read. Idempotent',
    answers: 'The number of notifications that are still unread',
    body: readNotificationBodySchema,
    answer: unreadSchema,
    problems: ['unknown-notice'],
  },
  readNotices: {
    tag: 'notices',
    summary: 'Mark all your notifications as read, up to this one',
    answers: 'The number of notifications that are still unread',
    body: readNotificationsBodySchema,
    answer: unreadSchema,
    problems: ['unknown-notice'],
  },
  noticeSettings: {
    tag: 'notices',
    summary: 'Which kinds of notifications the session’s user also gets by mail',
    answers: 'Whether mails can be sent to the user, and for each kind whether they are wanted',
    answer: notificationSettingsSchema,
    problems: [],
  },
  noticeMail: {
    tag: 'notices',
    summary: 'Turn the mails of a kind of notifications on or off',
    body: notificationMailBodySchema,
    answer: sentenceSchema,
    problems: [],
  },
} as const;
