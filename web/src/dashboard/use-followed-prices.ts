import type { OrderRow } from '@perkex/contract/user-data.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pricesQuery } from '../api/user-data.js';
import { useLiveProducts } from '../live/use-live.js';

/** Keeps the best prices beside these orders up to date. */
export function useFollowedPrices(rows: readonly OrderRow[]): void {
  const client = useQueryClient();
  /** The `seq` of the last event of each book. Through another server, an older one can arrive after a newer one. */
  const [seqs] = useState(() => new Map<string, number>());
  useLiveProducts([...new Set(rows.flatMap(({ productId }) => productId ?? []))], {
    onBook({ product, size, seq, lowestAsk, highestBid }) {
      const row = rows.find((each) => each.productId === product && each.size === size);
      const book = `${product}/${size}`;
      if (row && seq > (seqs.get(book) ?? 0)) {
        seqs.set(book, seq);
        const { queryKey } = pricesQuery(row.name, size);
        const pricesCents = [lowestAsk, highestBid].map(dollarsToCents);
        // A read in progress may have begun before the change.
        void client.cancelQueries({ queryKey }).then(() => client.setQueryData(queryKey, pricesCents));
      }
    },
  });
}
