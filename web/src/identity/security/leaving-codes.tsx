import { useEffect, useState } from 'react';
import { browserHistory } from '../../routing/history.js';
import { Button, SettlingButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { currentUserId } from '../session/auth-store.js';

/** Asks before the user leaves a page with recovery codes, since they are shown only once. */
export function LeavingCodes() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(
    () =>
      browserHistory.guardBy({
        // The end of a login may leave the page without asking.
        isWanted: ({ pathname }) => pathname !== browserHistory.location.pathname && currentUserId() !== '',
        onLeaving: (goOn) => setLeave(() => goOn),
      }),
    [],
  );
  if (!leave) {
    return null;
  }
  const stay = () => setLeave(null);
  return (
    <Dialog title="Leave without your recovery codes?" onCancel={stay}>
      <p>They won't be shown again. Without them you can't log in if you don't have your app or phone.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="strong" onClick={stay}>
          STAY
        </Button>
        <SettlingButton subject="leave" onClick={leave}>
          LEAVE
        </SettlingButton>
      </div>
    </Dialog>
  );
}
