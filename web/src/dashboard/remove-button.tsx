import type { OrderRow } from '@perkex/contract/user-data.js';
import { Trash2 } from 'lucide-react';
import { marketChanged } from '../api/market-changed.js';
import { cancelOrder } from '../api/user-data.js';
import { IconButton } from '../ui/button.js';
import { showActionSuccess, showActionWarning } from '../ui/toast.js';
import { useAction } from './use-action.js';
import { useFocusHandover } from './use-focus-handover.js';

/** The list of the open orders of each side, and the call that removes one. */
export const OPEN_SIDES = {
  ask: { list: 'asks', call: 'deleteAsk' },
  bid: { list: 'bids', call: 'deleteBid' },
} as const;

export type OpenSide = keyof typeof OPEN_SIDES;

/** Removes an open order at once. Its row disappears when the server has confirmed it (section 4, "Dashboard"). */
export function RemoveButton({ side, row }: { side: OpenSide; row: OrderRow }) {
  const { list, call } = OPEN_SIDES[side];
  const button = useFocusHandover();
  const { mutate, isPending } = useAction({
    call: (uid, removed: OrderRow) => cancelOrder(call, uid, removed),
    change: (data, removed) => ({ ...data, [list]: data[list].filter(({ id }) => id !== removed.id) }),
    showAnswer: showActionSuccess,
    showError: showActionWarning,
    refresh: marketChanged,
  });
  return (
    <IconButton
      ref={button}
      name={`Remove ${side}: ${row.name}, size ${row.size}`}
      aria-disabled={isPending}
      className="text-muted hover:text-error aria-disabled:cursor-progress aria-disabled:opacity-50"
      onClick={() => {
        if (!isPending) {
          mutate(row);
        }
      }}
    >
      <Trash2 aria-hidden className="size-5" />
    </IconButton>
  );
}
