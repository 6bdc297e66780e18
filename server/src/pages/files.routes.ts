import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const SHARED_OPTIONS = {
  // Only files that exist when the server starts have a route: no path reaches another file.
  wildcard: false,
  index: false,
  decorateReply: false,
  // The build puts a compressed file beside each text.
  preCompressed: true,
} as const;

/**
 * Serves the files of the built pages. File names in `assets` contain content hashes, so these files never change.
 * @param earlierAssets the asset folders of earlier builds
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
