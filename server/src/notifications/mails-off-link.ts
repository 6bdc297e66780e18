import { MAILS_OFF_PATH } from '@perkex/contract/notifications.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { Note } from '../mail/letter.js';
import type { MailsOff, MailsOffTokens } from './mails-off-tokens.js';

/** The address that turns off mails of a kind for a user. @param publicUrl the origin */
export function mailsOffUrl(
  { tokens, publicUrl }: { readonly tokens: Pick<MailsOffTokens, 'make'>; readonly publicUrl: string },
  mailsOff: MailsOff,
): string {
  return `${new URL(MAILS_OFF_PATH, publicUrl).href}?token=${tokens.make(mailsOff)}`;
}

/** RFC 8058: mail programs unsubscribe with a POST, without showing a page. */
export function unsubscribeHeaders(url: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The notes below a mail that its user can turn off. @param sentence leads to the settings */
export function mailsOffNotes(sentence: string, publicUrl: string, url: string): Note[] {
  return [
    { sentence, link: { label: 'your settings', url: new URL(PAGE_PATHS.settings, publicUrl).href } },
    { sentence: 'No more mails like this one?', link: { label: 'Turn them off', url } },
  ];
}
