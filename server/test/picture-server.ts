import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import sharp, { type SharpOptions } from 'sharp';
import { makeCertificate } from '../../bench/src/servers/make-certificate.js';
import type { PictureStore } from '../src/pictures/picture-store.js';

const { key, certificate } = makeCertificate(
  ['pictures.example', 'other.example'],
  ['127.0.0.1', '127.0.0.2'],
);

/** The certificate that a fetch has to trust to reach the websites of pictures. */
export const PICTURES_CERTIFICATE = certificate;

export interface PictureServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** The paths that were requested. */
  readonly asked: string[];
  close(): void;
}

/** A website of pictures on an address of this machine. */
export async function pictureServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  host = '127.0.0.1',
): Promise<PictureServer> {
  const asked: string[] = [];
  const server = createServer({ key, cert: PICTURES_CERTIFICATE }, (request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  }).listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://${host}:${port}`,
    port,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A website that has these files, by their paths. */
export function serverOf(files: Readonly<Record<string, Buffer>>): Promise<PictureServer> {
  return pictureServer(({ url = '' }, response) => {
    const file = files[url];
    response.writeHead(file ? 200 : 404).end(file ?? 'nothing');
  });
}

/** A plain picture of one colour. */
export function plainPicture(
  { width = 800, height = 500, background = '#d33' } = {},
  options: SharpOptions = {},
): ReturnType<typeof sharp> {
  return sharp({ create: { width, height, channels: 3, background }, ...options });
}

/** A store without pictures. */
export const NO_PICTURES: PictureStore = {
  write: async () => {},
  read: async () => null,
  has: async () => false,
  remove: async () => {},
};
