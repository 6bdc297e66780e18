import { SHOWN_RELEASES, type Shelves } from '@perkex/contract/home.js';
import type { Day } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import { readBrands } from './brands.js';
import { readReleases } from './read-releases.js';

/** What Home shows of the catalogue below the market (`GET /home/shelves`). */
export async function readShelves(pool: pg.Pool, today: Day): Promise<Shelves> {
  const [releases, brands] = await Promise.all([
    readReleases(pool, today, SHOWN_RELEASES),
    readBrands(pool, today),
  ]);
  return { releases, brands };
}
