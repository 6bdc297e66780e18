import { isPrivate } from '../http/trusted-origins.js';

/** A bucket of Amazon S3 or of a compatible service. */
export interface S3Address {
  readonly endpoint: string;
  readonly bucket: string;
  /** The prefix of all object names: empty, or ending with a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*$/;
const REGION = /^[a-z0-9-]{1,60}$/;

/** Parses `https://KEY:SECRET@host/bucket` with an optional folder, or http to this machine. Null for anything else. */
export function readS3Url(text: string): Omit<S3Address, 'region'> | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !isPrivate(url) ||
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
