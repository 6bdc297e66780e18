import type { OrderRow } from '@perkex/contract/user-data.js';
import { marketChanged } from '../api/market-changed.js';
import { orderName } from '../api/order-name.js';
import { cancelOrder, removals } from '../api/user-data.js';
import { RemoveIcon } from '../lists/remove-icon.js';
import { showActionWarning, showRemoval } from '../ui/toast.js';
import { useAction } from '../user/use-action.js';
import { useSoldHere } from './sold-here.js';

/** The list of the open orders of each side, and the call that removes one. */
export const OPEN_SIDES = {
  ask: { list: 'asks', call: 'deleteAsk' },
  bid: { list: 'bids', call: 'deleteBid' },
} as const;

export type OpenSide = keyof typeof OPEN_SIDES;

interface RemoveButtonProps {
  readonly side: OpenSide;
  readonly row: OrderRow;
  /** False while rows move. */
  readonly isSettled: boolean;
}

/** Removes an open order at once. Its row disappears when the server has confirmed it (section 4, "Dashboard"). */
export function RemoveButton({ side, row, isSettled }: RemoveButtonProps) {
  const { list, call } = OPEN_SIDES[side];
  const { hasWarned, warnOfSale } = useSoldHere(row);
  const { newest, act } = useAction({
    saves: removals,
    thing: orderName(row),
    async call(userId, removed) {
      try {
        return await cancelOrder(call, userId, removed);
      } catch (error) {
        if (side === 'ask') {
          warnOfSale(error);
        }
        throw error;
      }
    },
    change: (data, removed) => ({
      ...data,
      [list]: data[list].filter((each) => orderName(each) !== orderName(removed)),
    }),
    showAnswer: (text) => showRemoval({ text, key: orderName(row) }),
    showError: (sentence) => (hasWarned.current ? undefined : showActionWarning(sentence)),
    refresh: marketChanged,
  });
  return (
    <RemoveIcon
      name={`Remove ${side}: ${row.name}, size ${row.size}`}
      isPaused={newest !== undefined || !isSettled}
      onPress={() => act(row)}
    />
  );
}
