import { Button, SettlingButton } from '../../ui/button.js';
import { useSecurityAction } from './use-security-action.js';

/** Offers to log out the browsers that have logged in without the factor that was just turned on. */
export function EndOthersOffer({ onDone }: { onDone: () => void }) {
  const endOthers = useSecurityAction('endOtherSessions', {
    onDone,
    success: 'All other sessions have ended.',
  });
  return (
    <div className="my-2 flex flex-col gap-4 rounded-card border border-edge bg-card p-4 md:p-5">
      <p role="status">
        Your other browsers stay logged in without it. If one of them may not be yours, end their sessions.
      </p>
      <div className="flex flex-wrap gap-3">
        <SettlingButton
          subject="other sessions"
          isPaused={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          End other sessions
        </SettlingButton>
        <Button onClick={onDone}>Not now</Button>
      </div>
    </div>
  );
}
