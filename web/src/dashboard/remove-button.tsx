import type { OrderRow } from '@perkex/contract/user-data.js';
import { Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { marketChanged } from '../api/market-changed.js';
import { cancelOrder } from '../api/user-data.js';
import { IconButton } from '../ui/button.js';
import { showActionSuccess, showActionWarning } from '../ui/toast.js';
import { useAction } from './use-action.js';

/** An open order of either side, in the words of the list that it stands in and of the call that removes it. */
export const OPEN_SIDES = {
  ask: { list: 'asks', call: 'deleteAsk' },
  bid: { list: 'bids', call: 'deleteBid' },
} as const;

export type OpenSide = keyof typeof OPEN_SIDES;

/** Removes an open order at once; its row leaves when the server has confirmed it (section 4, "Dashboard"). */
export function RemoveButton({ side, row }: { side: OpenSide; row: OrderRow }) {
  const { list, call } = OPEN_SIDES[side];
  const button = useFocusHandedOn();
  const { mutate, isPending } = useAction({
    call: (uid, removed: OrderRow) => cancelOrder(call, uid, removed),
    change: (data, removed) => ({ ...data, [list]: data[list].filter(({ id }) => id !== removed.id) }),
    showAnswer: showActionSuccess,
    showFault: showActionWarning,
    refresh: marketChanged,
  });
  return (
    <IconButton
      ref={button}
      name={`Remove ${side}: ${row.name}, size ${row.size}`}
      aria-disabled={isPending}
      className="text-muted hover:text-ask aria-disabled:cursor-progress aria-disabled:opacity-50"
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

/** When the button goes with its row, whoever was on it goes on at the next row, or at the list. */
function useFocusHandedOn() {
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
