import { dayAt } from '@perkex/core/figures/days.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unlessSignedOut } from '../api/call.js';
import { type CollectionPair, putPairBack, removePair } from '../api/collection.js';
import { Button, SettlingButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { showActionWarning, showRemoval } from '../ui/toast.js';

interface RemovePairDialogProps {
  readonly userId: string;
  readonly pair: CollectionPair;
  readonly onClose: () => void;
}

/** Asks why a pair leaves the collection: a pair that was owned keeps its past in the chart. */
export function RemovePairDialog({ userId, pair, onClose }: RemovePairDialogProps) {
  const { id, name, size } = pair;
  const client = useQueryClient();
  const onError = unlessSignedOut(({ message }) => showActionWarning(message));
  const { mutate, isPending } = useMutation({
    mutationFn: (soldOn: string | null) => removePair(client, userId, { id, soldOn }),
    onSuccess(_answer, soldOn) {
      showRemoval({
        text: `${name}, size ${size} is no longer in your collection.`,
        key: id,
        onUndo: () => void putPairBack(client, userId, pair, soldOn).catch(onError),
      });
      onClose();
    },
    onError,
  });
  return (
    <Dialog title="Remove this pair?" onCancel={onClose} isBusy={isPending}>
      <p className="wrap-anywhere">{`${name}, size ${size}`}</p>
      <div className="flex flex-col gap-3">
        <SettlingButton
          look="strong"
          subject={id}
          isPaused={isPending}
          onClick={() => mutate(dayAt(Date.now()))}
        >
          I sold it elsewhere
        </SettlingButton>
        <SettlingButton look="danger" subject={id} isPaused={isPending} onClick={() => mutate(null)}>
          This isn't mine
        </SettlingButton>
        <Button onClick={isPending ? undefined : onClose}>Keep it</Button>
      </div>
      <p className="text-sm text-muted">
        A pair that you sold elsewhere stays in the chart up to today. A pair that isn't yours is removed from
        the chart, too.
      </p>
    </Dialog>
  );
}
