import type { QueryClient } from '@tanstack/react-query';
import { refetchTagged, TAGS_BY_EVENT } from './query-tags.js';

/** Refetches everything that an order of the user changes. Queries without a screen are refetched when one mounts. */
export async function marketChanged(client: QueryClient): Promise<void> {
  await refetchTagged(client, [...TAGS_BY_EVENT.order, ...TAGS_BY_EVENT.book]);
}
