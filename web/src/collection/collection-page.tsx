import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Collection, collectionQuery } from '../api/collection.js';
import { useLiveProducts } from '../live/use-live.js';
import { Button } from '../ui/button.js';
import { LoadingState } from '../ui/loading-state.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { useDashboardUserId } from '../user/user.js';
import { AddPairDialog } from './add-pair-dialog.js';
import { CollectionHistory } from './collection-history.js';
import { CollectionPairs } from './collection-pairs.js';
import { CollectionTotal } from './collection-total.js';

/** The pairs that the user owns, with their current and past valuation and their cost. */
export function CollectionPage() {
  usePageTitle('Collection');
  const userId = useDashboardUserId();
  const { data, isError, refetch } = useQuery(collectionQuery(userId));
  const [isAdding, setIsAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  useLiveProducts(data && [...new Set(data.pairs.map(({ productId }) => productId))]);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-3xl md:text-4xl">Collection</h1>
        <Button ref={addButton} look="strong" onClick={() => setIsAdding(true)}>
          Add a pair
        </Button>
      </div>
      {data ? (
        <Owned userId={userId} collection={data} />
      ) : (
        <LoadingState isError={isError} refetch={refetch} failure="Your collection could not be loaded." />
      )}
      {isAdding ? <AddPairDialog userId={userId} onClose={() => setIsAdding(false)} /> : null}
    </div>
  );
}

function Owned({ userId, collection }: { readonly userId: string; readonly collection: Collection }) {
  const { pairs, total } = collection;
  if (pairs.length === 0) {
    return (
      <div className="flex flex-col gap-3 py-2">
        <p className="text-muted">--</p>
        <p className="max-w-prose">
          No pairs yet. Pairs that you buy here are added automatically. Add your other pairs to see what they
          are worth.
        </p>
      </div>
    );
  }
  return (
    <>
      <CollectionTotal pairs={pairs.length} total={total} />
      <CollectionHistory userId={userId} />
      <CollectionPairs userId={userId} pairs={pairs} />
    </>
  );
}
