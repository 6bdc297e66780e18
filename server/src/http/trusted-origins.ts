const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The origins that browsers may send requests from: the public one. If that is a loopback name, every loopback name at
 * the same port, because users type any of them.
 */
export function trustedOrigins(publicUrl: string): string[] {
  const { origin, hostname } = new URL(publicUrl);
  if (!isLoopback(hostname)) {
    return [origin];
  }
  return [...new Set([origin, ...LOOPBACK_HOSTS.map((host) => originAt(origin, host))])];
}

/** Checks whether the host name of a URL is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_HOSTS.includes(hostname) || /^127(\.\d+){3}$/.test(hostname);
}

/** True if what is sent to this URL cannot be read on the way: by https, or by http to this machine. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.toLowerCase()));
}

function originAt(origin: string, host: string): string {
  const url = new URL(origin);
  url.hostname = host;
  return url.origin;
}
