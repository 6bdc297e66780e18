import { isLoopback } from '../http/trusted-origins.js';

/** A bucket of Amazon S3, or of another service that speaks its protocol. */
export interface S3Address {
  readonly endpoint: string;
  readonly bucket: string;
  /** What the names of all objects begin with: empty, or ending with a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*$/;
const REGION = /^[a-z0-9-]{1,60}$/;

/** Reads `https://KEY:SECRET@host/bucket`, with or without a folder behind it (http to this machine itself). Null for anything else. */
export function readS3Url(text: string): Omit<S3Address, 'region'> | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !isSafe(url) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username === '' ||
    url.password === ''
  ) {
    return null;
  }
  const [, bucket = '', folder = ''] = /^\/([^/]+)(?:\/(.*?))?\/?$/.exec(url.pathname) ?? [];
  const prefix = folder === '' ? '' : `${folder}/`;
  if (!BUCKET.test(bucket) || !PREFIX.test(prefix)) {
    return null;
  }
  try {
    return {
      endpoint: url.origin,
      bucket,
      prefix,
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
  } catch {
    return null;
  }
}

export function isS3Region(text: string): boolean {
  return REGION.test(text);
}

/** The keys sign what is sent, but the pictures themselves should not travel in the clear either. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.toLowerCase()));
}
