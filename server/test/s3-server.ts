import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Address } from '../src/pictures/s3-address.js';

export interface S3Server {
  readonly address: S3Address;
  /** The stored objects, by bucket and key. */
  readonly objects: Map<string, { readonly bytes: Buffer; readonly type: string | undefined }>;
  /** Makes every later request fail with this status. */
  fail(status: number): void;
  /** Stops answering: before the headers, or after the headers and the first byte. */
  hang(where: 'before the headers' | 'in the body'): void;
  close(): void;
}

/**
 * The part of Amazon S3 that we use, on this machine: objects are put, read, looked up and deleted. Every request must
 * be signed (AWS Signature Version 4, implemented here independently) with the one key.
 */
export async function s3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const key = { accessKeyId: 'AKTEST', secretAccessKey: 'a/secret+key', region: 'eu-test-1' };
  let failure: number | null = null;
  let hangs: 'before the headers' | 'in the body' | null = null;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`);
    const { pathname } = new URL(request.url ?? '', 'http://s3.invalid');
    const [, bucket] = pathname.split('/');
    const object = objects.get(decodeURIComponent(pathname));
    if (hangs === 'before the headers') {
      return;
    }
    if (hangs === 'in the body') {
      response.writeHead(200, { 'content-length': 1_000 }).write('0');
    } else if (failure !== null) {
      refuse(failure, 'InternalError');
    } else if (request.headers.authorization !== authorizationOf(request, body, key)) {
      refuse(403, 'SignatureDoesNotMatch');
    } else if (bucket !== 'shoes') {
      refuse(404, 'NoSuchBucket');
    } else if (request.method === 'PUT') {
      objects.set(decodeURIComponent(pathname), { bytes: body, type: request.headers['content-type'] });
      response.writeHead(200).end();
    } else if (request.method === 'DELETE') {
      objects.delete(decodeURIComponent(pathname));
      response.writeHead(204).end();
    } else if (!object) {
      refuse(404, 'NoSuchKey');
    } else {
      response
        .writeHead(200, { 'content-type': object.type, 'content-length': object.bytes.length })
        .end(request.method === 'HEAD' ? undefined : object.bytes);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    address: { ...key, endpoint: `http://127.0.0.1:${port}`, bucket: 'shoes', prefix: '' },
    fail(status) {
      failure = status;
    },
    hang(where) {
      hangs = where;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Key = Pick<S3Address, 'accessKeyId' | 'secretAccessKey' | 'region'>;

/** The expected authorization header for the headers that the request lists as signed. */
function authorizationOf({ method, url = '', headers }: IncomingMessage, body: Buffer, key: Key): string {
  const time = String(headers['x-amz-date']);
  const signed = /SignedHeaders=([\w;-]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const { pathname, searchParams } = new URL(url, 'http://s3.invalid');
  searchParams.sort();
  const request = [
    method,
    pathname,
    searchParams.toString(),
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    sha256(body),
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${key.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const signingKey = scope
    .split('/')
    .reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${key.secretAccessKey}`);
  return `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${hmac(signingKey, text).toString('hex')}`;
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
