import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { call } from '../../api/call.js';
import { deskDealQuery } from '../../api/desk.js';
import { contentOf } from '../../deals/shrink-photo.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { PendingPhotos } from './pending-photos.js';
import { browserDatabase } from './photo-database.js';

const Pending = createContext<PendingPhotos | null>(null);

/** Sends the member's waiting photos for as long as a page of the desk is open. */
export function SendingPhotos({ children }: { readonly children?: ReactNode }) {
  const userId = useUserId();
  const client = useQueryClient();
  const pending = useMemo(
    () =>
      new PendingPhotos(
        userId,
        browserDatabase(),
        ({ code, id, subject, image }) =>
          call('addPhoto', { body: { uid: userId, code, id, subject, content: contentOf(image) } }),
        (code) => client.invalidateQueries({ queryKey: deskDealQuery(userId, code).queryKey }),
      ),
    [userId, client],
  );
  useEffect(() => pending.start(), [pending]);
  return <Pending.Provider value={pending}>{children}</Pending.Provider>;
}

/** The photos of the member that wait to be sent. */
export function usePendingPhotos() {
  const pending = useContext(Pending);
  if (pending === null) {
    throw new Error('Photos are taken on pages of the desk only.');
  }
  return { pending, ...useSyncExternalStore(pending.subscribe, pending.read) };
}
