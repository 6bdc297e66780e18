import type { Mail } from '../../mail/mailer.js';
import { type Letter, letterAsHtml, letterAsText } from './letter.js';

/** The owner of an account. */
export interface MailRecipient {
  readonly email: string;
  /** The origin of every link. */
  readonly publicUrl: string;
}

/** The letter as a mail to one person. */
export function mailOf(email: string, letter: Letter): Mail {
  return {
    to: email,
    subject: `PerkeX: ${letter.heading}`,
    text: letterAsText(letter),
    html: letterAsHtml(letter),
  };
}

/** The address of a page. */
export function pageAt(publicUrl: string, path: string): string {
  return new URL(path, publicUrl).href;
}
