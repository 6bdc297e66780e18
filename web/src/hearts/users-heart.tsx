import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { unlessSignedOut } from '../api/call.js';
import { removeWatch, setWatch, shownWatches, useWatchChoices, watchesQuery } from '../api/watching.js';
import { showWarning } from '../ui/toast.js';
import { useDisclosure } from '../ui/use-disclosure.js';
import { HeartButton } from './heart-button.js';
import { WatchPanel } from './watch-panel.js';

interface UsersHeartProps {
  readonly userId: string;
  readonly productId: number;
  /** Null for all sizes. */
  readonly size: string | null;
  /** True if it was pressed before it was loaded. */
  readonly isPressed: boolean;
  readonly onAnswered: () => void;
}

/** The heart of a user. It watches the product and opens the panel of the watch. */
export function UsersHeart({ userId, productId, size, isPressed, onAnswered }: UsersHeartProps) {
  const client = useQueryClient();
  const { data: watches } = useQuery(watchesQuery(userId, productId));
  const watch = shownWatches(watches ?? [], useWatchChoices()).find(
    (each) => each.id === productId && each.size === size,
  );
  const { isOpen, close, place, panelId, button } = useDisclosure();
  const onError = unlessSignedOut(({ message }) => showWarning(message));
  const press = () => {
    if (!watch && !isOpen) {
      setWatch(client, userId, { productId, size }).catch(onError);
    }
    button.onClick();
  };
  const answerEarlyPress = useEffectEvent(() => {
    onAnswered();
    press();
  });
  const isRead = watches !== undefined;
  useEffect(() => {
    if (isPressed && isRead) {
      answerEarlyPress();
    }
  }, [isPressed, isRead]);
  return (
    <div ref={place} className="relative">
      <HeartButton {...button} size={size} isWatched={watch !== undefined} onClick={press} />
      {isOpen && watch ? (
        <WatchPanel
          key={size}
          id={panelId}
          userId={userId}
          watch={watch}
          onEnd={() => {
            removeWatch(client, userId, { productId, size }).catch(onError);
            close();
          }}
        />
      ) : null}
    </div>
  );
}
