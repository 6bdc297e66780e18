import { isPrivate } from '../http/trusted-origins.js';

/** The gateway that sends text messages. */
export interface SmsGateway {
  /** Does not contain the login. */
  readonly url: string;
  readonly account: string;
  readonly token: string;
  /** The sender: a number, or a name if the network allows one. */
  readonly from: string;
}

const SENDER = /^(\+[1-9]\d{3,14}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/;

/** Parses `https://ACCOUNT:TOKEN@host/path`, or http to this machine. Null for anything else. */
export function readSmsUrl(text: string): Omit<SmsGateway, 'from'> | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !isPrivate(url) || url.hash !== '' || url.username === '' || url.password === '') {
    return null;
  }
  try {
    const login = { account: decodeURIComponent(url.username), token: decodeURIComponent(url.password) };
    url.username = '';
    url.password = '';
    return { url: url.href, ...login };
  } catch {
    return null;
  }
}

/** True for a valid sender: a number in E.164, or a name of at most eleven letters and digits. */
export function isSmsSenderName(text: string): boolean {
  return SENDER.test(text);
}
