import type { OrderRow } from '@perkex/contract/user-data.js';
import { Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { marketChanged } from '../api/market-changed.js';
import { cancelOrder } from '../api/user-data.js';
import { IconButton } from '../ui/button.js';
import { showActionSuccess, showActionWarning } from '../ui/toast.js';
import { useAction } from './use-action.js';

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

/** When the focused button disappears with its row, the focus moves to the next row, or to the list. */
function useFocusHandover() {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    return () => {
      if (button && document.activeElement === button) {
        focusNeighbour(button);
      }
    };
  }, []);
  return ref;
}

function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('tr');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour?.querySelector('button') ?? button.closest<HTMLElement>('[role=tabpanel]');
  target?.focus();
}
