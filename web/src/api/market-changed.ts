import type { QueryClient } from '@tanstack/react-query';
import { invalidateUserData } from './user-data.js';

/** What the screens show of the market and of the user is read again; the long lists when next needed. */
export async function marketChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    invalidateUserData(client),
    client.invalidateQueries({ queryKey: ['product'] }),
    client.invalidateQueries({ queryKey: ['prices'] }),
    client.invalidateQueries({ queryKey: ['trending'] }),
    client.invalidateQueries({ queryKey: ['products'], refetchType: 'none' }),
    client.invalidateQueries({ queryKey: ['relatedProducts'], refetchType: 'none' }),
  ]);
}
