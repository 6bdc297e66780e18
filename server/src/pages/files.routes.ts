import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const SHARED_OPTIONS = {
  // Only the files that are there when the server starts have an address: a path leads to no other file.
  wildcard: false,
  index: false,
  decorateReply: false,
  // The build lays a compressed file beside each text.
  preCompressed: true,
} as const;

/**
 * Sends the files of the built pages. What is in `assets` has its content in its name and stays the same for ever.
 * @param earlierAssets the folders of the assets of builds before this one
 */
export async function filesRoutes(
  app: FastifyInstance,
  folder: string,
  earlierAssets: readonly string[],
): Promise<void> {
  await app.register(fastifyStatic, {
    ...SHARED_OPTIONS,
    root: [path.join(folder, 'assets'), ...earlierAssets],
    prefix: '/assets/',
    globIgnore: ['**/*.br'],
    immutable: true,
    maxAge: '1y',
  });
  await app.register(fastifyStatic, {
    ...SHARED_OPTIONS,
    root: folder,
    globIgnore: ['assets/**', '**/*.br', 'index.html', 'robots.txt', 'sitemap.xml'],
    maxAge: '1h',
  });
}
