import { lazy, Suspense } from 'react';
import { useUid } from '../session/auth-store.js';

const ROOM = <span className="inline-flex size-11" />;

/** Without its code, which comes again with the next page, everything else works. */
const Bell = lazy(async () => {
  const bell = await import('./notices-bell.js').catch(() => null);
  return { default: bell?.NoticesBell ?? (() => ROOM) };
});

/** The bell of a user who is logged in; visitors do not load it. */
export function NoticesButton() {
  return useUid() === '' ? null : (
    <Suspense fallback={ROOM}>
      <Bell />
    </Suspense>
  );
}
