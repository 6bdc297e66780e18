import { isLoopback } from '../http/trusted-origins.js';

/** Where text messages are handed over. */
export interface SmsGateway {
  /** Without the login. */
  readonly url: string;
  readonly account: string;
  readonly token: string;
  /** The sender: a number, or a name where the network allows one. */
  readonly from: string;
}

const SENDER = /^(\+[1-9]\d{3,14}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/;

/** Reads `https://ACCOUNT:TOKEN@host/path` (http to this machine itself). Null for anything else. */
export function readSmsUrl(text: string): Omit<SmsGateway, 'from'> | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !isSafe(url) || url.hash !== '' || url.username === '' || url.password === '') {
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

/** Whether it can be a sender: a number in E.164, or a name of at most eleven letters and digits. */
export function isSmsSenderName(text: string): boolean {
  return SENDER.test(text);
}

/** The login never travels in the clear. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.toLowerCase()));
}
