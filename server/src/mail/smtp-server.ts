import { isLoopback } from '../http/trusted-origins.js';

/** The mail server. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on; otherwise STARTTLS. */
  readonly isSecure: boolean;
  /** True if it runs on this machine. */
  readonly isHere: boolean;
  readonly login: { readonly user: string; readonly pass: string } | null;
}

const PORT_OF_PROTOCOL: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** Reads `smtp://` or `smtps://` with a host, and perhaps a port and a login. Null for anything else. */
export function readSmtpUrl(text: string): SmtpServer | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const usualPort = url ? PORT_OF_PROTOCOL[url.protocol] : undefined;
  const login = url ? readLogin(url) : undefined;
  if (!url || usualPort === undefined || login === undefined || !isHostOnly(url)) {
    return null;
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? usualPort : Number(url.port),
    isHere: isLoopback(url.hostname.toLowerCase()),
    isSecure: url.protocol === 'smtps:',
    login,
  };
}

/** Refuses settings in a path or query, which would silently have no effect. */
function isHostOnly(url: URL): boolean {
  const hasHost = /^(\[[0-9a-f:.]+\]|[\w.-]+)$/i.test(url.hostname);
  return hasHost && url.port !== '0' && ['', '/'].includes(url.pathname) && !url.search && !url.hash;
}

/** Undefined for an incomplete login, and for one with invalid encoding. */
function readLogin({ username, password }: URL): SmtpServer['login'] | undefined {
  if (username === '' && password === '') {
    return null;
  }
  if (username === '' || password === '') {
    return undefined;
  }
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}
