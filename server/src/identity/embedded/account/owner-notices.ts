import type { Mail } from '../../../mail/mailer.js';
import type { Note } from '../../mail/letter.js';
import { type SecurityEvent, securityMail } from '../../mail/security-mails.js';
import type { AccountOwner } from './account-owner.js';

/** Tells the owner by mail, after the answer: whoever has changed how they log in, they shall know. */
export type TellOwner = (
  owner: Pick<AccountOwner, 'email'>,
  event: SecurityEvent,
  notes?: readonly Note[],
) => void;

export interface OwnerNoticesOptions {
  readonly publicUrl: string;
  readonly sendLater: (mail: Mail) => void;
}

export function ownerNotices({ publicUrl, sendLater }: OwnerNoticesOptions): TellOwner {
  return ({ email }, event, notes) => sendLater(securityMail({ email, publicUrl }, event, notes));
}
