import type { QueryClient } from '@tanstack/react-query';
import { invalidateUserData } from './user-data.js';

/** Refetches everything about the market and the user. The long lists are refetched only when they are next shown. */
export async function marketChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    invalidateUserData(client),
    client.invalidateQueries({ queryKey: ['product'] }),
    client.invalidateQueries({ queryKey: ['prices'] }),
    client.invalidateQueries({ queryKey: ['trending'] }),
    client.invalidateQueries({ queryKey: ['relatedProducts'], refetchType: 'none' }),
  ]);
}
