import { INVITATION_DAYS } from '@perkex/contract/desk-members.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { ROLES, type Role } from '@perkex/contract/roles.js';
import { z } from 'zod';
import type { Transaction } from '../../database/transaction.js';
import { jobKind } from '../../jobs/job-kind.js';
import { type Letter, letterMail } from '../../mail/letter.js';
import type { MailParts } from '../../mail/mail-parts.js';
import { sendWithin } from '../../mail/mailboxes.js';
import type { MailboxesOf } from '../../users/identity.js';
import { listMembers } from '../../users/members.js';
import { type InvitationRow, type NewMember, readInvitation, setCode } from './invitations.js';

/** Retried for about a day. The code is created when the mail is sent, so that no job holds one. */
const INVITATION_MAILS = jobKind({
  name: 'invitation-mail',
  data: z.object({ invitation: z.string() }),
  retries: { attempts: 14, firstPauseSeconds: 10, longestPauseSeconds: 86_400 },
  atOnce: 2,
});

const NEW_MEMBER_MAILS = jobKind({
  name: 'new-member-mail',
  data: z.object({ userId: z.string(), name: z.string(), role: z.enum(ROLES), invitedBy: z.string() }),
  retries: { attempts: 15, firstPauseSeconds: 10, longestPauseSeconds: 86_400 },
  atOnce: 2,
});
type NewMemberMail = z.infer<typeof NEW_MEMBER_MAILS.data>;

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  desk: 'to receive, check and send pairs',
  finance: 'to decide about payments and payouts',
  admin: 'to do all work of the market, also with users and members',
};

export interface MemberMailsOptions extends MailParts {
  /** Returns a new UUID. */
  readonly newId: () => string;
}

/** The mails about members: invitations, and to the admins about new members. */
export class MemberMails {
  constructor(private readonly options: MemberMailsOptions) {
    options.jobs.register(INVITATION_MAILS, { work: ({ invitation }) => this.sendInvitation(invitation) });
    options.jobs.register(NEW_MEMBER_MAILS, { work: (mail) => this.sendNews(mail) });
  }

  /** The verified e-mails of users. */
  get mailboxesOf(): MailboxesOf {
    return this.options.mailboxesOf;
  }

  /** Queues the mail of an invitation in its transaction. */
  async invite(tx: Transaction, invitation: string): Promise<void> {
    await this.options.jobs.send(tx, INVITATION_MAILS, { invitation });
  }

  /** Queues a mail to each admin except the new member. */
  async announce(tx: Transaction, { name, role, invitedBy }: NewMember): Promise<void> {
    for (const member of await listMembers(tx)) {
      if (member.role === 'admin' && member.userId !== null && member.name !== name) {
        await this.options.jobs.send(tx, NEW_MEMBER_MAILS, { userId: member.userId, name, role, invitedBy });
      }
    }
  }

  private async sendInvitation(id: string): Promise<void> {
    const { pool, mailer, mailboxes, newId } = this.options;
    const invitation = await readInvitation(pool, id);
    if (!invitation) {
      return;
    }
    const { email } = invitation;
    await sendWithin(mailboxes, { mailbox: email, cause: 'asked' }, async () => {
      const code = `${newId()}${newId()}`.replaceAll('-', '');
      const isOpen = await setCode(pool, id, code);
      if (isOpen) {
        await mailer.send(letterMail(email, this.invitationLetter(invitation, code)));
      }
      return isOpen;
    });
  }

  private invitationLetter({ email, role, invitedBy }: InvitationRow, code: string): Letter {
    const { publicUrl } = this.options;
    return {
      heading: 'You are invited to the desk',
      opening: `${invitedBy} invites you to work for the PerkeX market at ${new URL(publicUrl).host}, ${ROLE_WORDS[role]}.`,
      action: {
        label: 'View the invitation',
        url: `${new URL(PAGE_PATHS.invitation, publicUrl).href}?code=${code}`,
      },
      notes: [
        {
          sentence: `You need an account with the e-mail ${email}, and a second factor. Log in, or sign up and confirm this e-mail first.`,
        },
        { sentence: `The link works once, for ${INVITATION_DAYS} days.` },
        { sentence: 'If you did not expect this mail, ignore it: nothing changes without you.' },
      ],
    };
  }

  private async sendNews({ userId, name, role, invitedBy }: NewMemberMail): Promise<void> {
    const { pool, mailer, mailboxes, mailboxesOf, publicUrl } = this.options;
    const email = (await mailboxesOf(pool, [userId])).get(userId);
    if (email === undefined) {
      return;
    }
    await sendWithin(mailboxes, { mailbox: email, cause: 'account' }, async () => {
      const letter: Letter = {
        heading: 'A new member at the desk',
        opening: `${name} has accepted the invitation of ${invitedBy}, and has the role ${role}.`,
        action: { label: 'View the members', url: new URL(PAGE_PATHS.deskMembers, publicUrl).href },
        notes: [
          {
            sentence: `If this is wrong, the operator of the server can end the role with: npm run perkex -- revoke ${name}`,
          },
        ],
      };
      await mailer.send(letterMail(email, letter));
      return true;
    });
  }
}
