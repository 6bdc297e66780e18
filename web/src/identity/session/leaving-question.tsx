import { type ReactNode, useEffect, useState } from 'react';
import { browserHistory } from '../../routing/history.js';
import { Button, SettlingButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { currentUserId } from './auth-store.js';

interface LeavingQuestionProps {
  readonly title: string;
  /** States the loss. */
  readonly children: ReactNode;
}

/** Asks before the user leaves the page, for as long as it is rendered. */
export function LeavingQuestion({ title, children }: LeavingQuestionProps) {
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
    <Dialog title={title} onCancel={stay}>
      <p>{children}</p>
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
