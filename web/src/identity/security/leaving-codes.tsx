import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { currentUid } from '../../session/auth-store.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';

/** Asks before the page is left while the recovery codes are on it: nobody sees them again. */
export function LeavingCodes() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  // A login that has ended leads away at once.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && currentUid() !== '',
  );
  if (blocker.state !== 'blocked') {
    return null;
  }
  return (
    <Dialog title="Leave without your recovery codes?" onCancel={blocker.reset}>
      <p>They are not shown again. Without them you cannot log in when your app or phone is out of reach.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="strong" onClick={blocker.reset}>
          STAY
        </Button>
        <Button onClick={blocker.proceed}>LEAVE</Button>
      </div>
    </Dialog>
  );
}
