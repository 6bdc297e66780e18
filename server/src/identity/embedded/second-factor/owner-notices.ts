import type { Mailer } from '../../../mail/mailer.js';
import { type SecurityEvent, securityMail } from '../../mail/security-mails.js';
import { backgroundWork } from '../background-work.js';
import { type ServiceLog, withoutParameters } from '../service-log.js';
import type { AccountOwner } from './account-owner.js';

const ENDING_MS = 5_000;

export interface OwnerNotices {
  /** Tells the owner by mail, after the answer. */
  tell(owner: AccountOwner, event: SecurityEvent): void;
  /** Lets the mails at hand go out, for a few seconds. */
  close(): Promise<void>;
}

export interface OwnerNoticesOptions {
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly log: ServiceLog;
}

/** Mails about changes of a login: whoever made them, the owner shall know. */
export function ownerNotices({ mailer, publicUrl, log }: OwnerNoticesOptions): OwnerNotices {
  const background = backgroundWork({
    onFailure: (error) => log.error({ err: withoutParameters(error) }, 'identity: a mail was not sent'),
    endingMs: ENDING_MS,
  });
  return {
    tell: ({ email }, event) =>
      background.start(() => mailer.send(securityMail({ email, publicUrl }, event))),
    close: () => background.close(),
  };
}
