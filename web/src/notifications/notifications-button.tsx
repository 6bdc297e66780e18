import { lazy, Suspense } from 'react';
import { useUserId } from '../identity/session/auth-store.js';

const ROOM = <span className="inline-flex size-11" />;

/** If its code fails to load, everything else works, and the next page tries again. */
const Bell = lazy(async () => {
  const bell = await import('./notifications-bell.js').catch(() => null);
  return { default: bell?.NotificationsBell ?? (() => ROOM) };
});

/** The bell of a logged-in user; visitors do not load it. */
export function NotificationsButton() {
  return useUserId() === '' ? null : (
    <Suspense fallback={ROOM}>
      <Bell />
    </Suspense>
  );
}
