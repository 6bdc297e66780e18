import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Feed } from '../feed/feed.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Mailboxes } from '../mail/mailboxes.js';
import type { Mailer } from '../mail/mailer.js';
import type { Maintenance } from '../process/maintenance.js';
import type { Identity } from '../users/identity.js';
import { CloseMails } from './close-mails.js';
import { mailsOffRoutes } from './mails-off.routes.js';
import { type FactsOf, NotificationMails } from './notification-mails.js';
import { NotificationWriter } from './notification-writer.js';
import { notificationsRoutes } from './notifications.routes.js';
import { Notified } from './notified.js';
import { oldNotificationsMaintenance } from './old-notifications.js';
import { countUnread } from './read-notifications.js';

export interface MarketNotificationsOptions {
  readonly pool: pg.Pool;
  readonly feed: Feed;
  readonly jobs: Jobs;
  readonly identity: Identity;
  /** Sends mails and signs the links that turn them off. Null if the users' mailboxes are not known. */
  readonly mails: {
    readonly mailer: Mailer;
    readonly mailboxes: Mailboxes;
    readonly secret: string;
  } | null;
  readonly publicUrl: string;
  readonly factsOf?: FactsOf | undefined;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The notifications of users: how they are written, read by calls and sent by mail. */
export class MarketNotifications {
  readonly maintenance: Maintenance;
  private readonly mails: NotificationMails | null;
  /** The mails about the days of the market; null where the market sends none. */
  readonly closeMails: CloseMails | null;
  private readonly notified: Notified;

  constructor(private readonly options: MarketNotificationsOptions) {
    const { pool, feed, identity, jobs, mails, publicUrl, factsOf, log } = options;
    const { mailboxesOf } = identity;
    this.mails =
      mailboxesOf && mails
        ? new NotificationMails({ pool, jobs, publicUrl, ...mails, mailboxesOf, factsOf })
        : null;
    this.closeMails =
      mailboxesOf && mails && this.mails
        ? new CloseMails({ pool, jobs, publicUrl, ...mails, mailboxesOf, tokens: this.mails.tokens })
        : null;
    this.maintenance = oldNotificationsMaintenance(pool);
    this.notified = new Notified(pool, feed, (error) =>
      log.error({ err: error }, 'open pages got no new count of notifications'),
    );
  }

  /** A writer of notifications, for one consumer or one kind of maintenance: it runs one transaction at a time. */
  newWriter(): NotificationWriter {
    return new NotificationWriter(this.options.feed, this.mails);
  }

  /** The number of a user's unread notifications. */
  countUnread(userId: string): Promise<number> {
    return countUnread(this.options.pool, userId);
  }

  /** The calls of the session's user. */
  ownRoutes(app: FastifyInstance): void {
    const { pool, identity } = this.options;
    notificationsRoutes(app, {
      pool,
      identity,
      hasMails: this.mails !== null,
      onRead: (userId) => this.notified.tell(userId),
    });
  }

  /** The page behind the links in mails. It needs no login. */
  routes(app: FastifyInstance, { isDemo }: { readonly isDemo: boolean }): void {
    if (this.mails) {
      mailsOffRoutes(app, { pool: this.options.pool, mails: this.mails, isDemo });
    }
  }

  async close(): Promise<void> {
    await this.notified.close();
  }
}
