import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { useNavigate } from 'react-router';
import { isSignedOut } from '../api/call.js';
import { removeWatch, setWatch, watchesQuery } from '../api/watching.js';
import { paths } from '../links/paths.js';
import { useUid } from '../session/auth-store.js';
import { Button } from '../ui/button.js';
import { showWarning } from '../ui/toast.js';
import { toWatch } from './login-to-watch.js';

interface RemindButtonProps {
  readonly product: { readonly id: number; readonly name: string };
}

/** Has a user be told of a product on its release day, which is what watching it does. Visitors log in first. */
export function RemindButton({ product }: RemindButtonProps) {
  const uid = useUid();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: watches } = useQuery(watchesQuery(uid));
  const isWatched = watches?.some(({ id, size }) => id === product.id && size === null) ?? false;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const watched = { productId: product.id, size: null };
      await (isWatched ? removeWatch(client, uid, watched) : setWatch(client, uid, watched));
    },
    onError(error) {
      if (!isSignedOut(error)) {
        showWarning(error.message);
      }
    },
  });
  const press = () => {
    if (uid === '') {
      void navigate(paths.login, { state: toWatch(product, null) });
    } else if (!isPending) {
      mutate();
    }
  };
  const Icon = isWatched ? BellRing : Bell;
  return (
    <Button onClick={press} className="w-full">
      <Icon aria-hidden className="size-4" />
      {isWatched ? 'Reminder set' : 'Remind me'}
      <span className="sr-only">
        {isWatched ? ' for ' : ' of '}
        {product.name}
      </span>
    </Button>
  );
}
