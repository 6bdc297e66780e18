import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { currentUid } from '../../session/auth-store.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';

/** Asks before leaving the page while it shows recovery codes, since they are shown only once. */
export function LeavingCodes() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  // A login that has ended may leave without asking.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && currentUid() !== '',
  );
  if (blocker.state !== 'blocked') {
    return null;
  }
  return (
    <Dialog title="Leave without your recovery codes?" onCancel={blocker.reset}>
      <p>They won't be shown again. Without them you can't log in if you don't have your app or phone.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="strong" onClick={blocker.reset}>
          STAY
        </Button>
        <Button onClick={blocker.proceed}>LEAVE</Button>
      </div>
    </Dialog>
  );
}
