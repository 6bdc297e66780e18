import type { OpenSession } from '@perkex/contract/identity.js';
import { useId } from 'react';
import { type OwnCalls, subjectOf } from '../../api/identity/identity-provider.js';
import { sendUntilAnswered } from '../../api/save-change.js';
import { PausableButton } from '../../ui/button.js';
import { FramedSection } from '../../ui/framed-section.js';
import { momentText } from '../../ui/moment.js';
import { useSettled } from '../../ui/use-settled.js';
import { browserName } from './browser-name.js';
import { useSecurityAction } from './use-security-action.js';

/** The open sessions, with buttons to end them. */
export function SessionsSection({ sessions }: { sessions: readonly OpenSession[] }) {
  const endOne = useSecurityAction('endSession', {
    send: (own, { id }) => sendUntilAnswered(() => endOnce(own, id)),
    success: ({ id }) => ({ text: endedText(sessions.find((session) => session.id === id)), key: id }),
  });
  const endOthers = useSecurityAction('endOtherSessions', {
    send: (own) => sendUntilAnswered(() => own.endOtherSessions()),
    success: 'All other sessions have ended.',
  });
  const isSettled = useSettled(sessions.map(({ id }) => id).join());
  const isBusy = endOne.isPending || endOthers.isPending || !isSettled;
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);

  return (
    <FramedSection title="SESSIONS">
      <ul aria-label="Open sessions">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() => endOne.mutate({ id: session.id })}
          />
        ))}
      </ul>
      {hasOthers ? (
        <PausableButton className="mt-2 self-start" isPaused={isBusy} onClick={() => endOthers.mutate()}>
          End all others
        </PausableButton>
      ) : null}
    </FramedSection>
  );
}

/** Ends a session. One that has ended already counts as ended: the answer of an earlier try may have been lost. */
async function endOnce(own: OwnCalls, id: string) {
  try {
    return await own.endSession({ id });
  } catch (error) {
    if (subjectOf(error) === 'ended-session') {
      return { status: true as const };
    }
    throw error;
  }
}

function endedText(session: OpenSession | undefined): string {
  return session ? `The session of ${browserName(session.userAgent)} has ended.` : 'The session has ended.';
}

interface SessionRowProps {
  readonly session: OpenSession;
  /** True if the button ignores presses: while a session is being ended, and while rows move. */
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const detailsId = useId();
  const name = browserName(session.userAgent);
  const details = [session.address, `since ${momentText('local', session.startedAt)}`];
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-3 last:border-b-0 last:pb-0">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {session.isCurrent ? (
            <span className="rounded-control bg-volt px-2 text-sm font-semibold text-night">
              This browser
            </span>
          ) : null}
        </p>
        <p id={detailsId} className="wrap-anywhere text-sm text-muted">
          {details.filter((detail) => detail !== '').join(', ')}
        </p>
      </div>
      {session.isCurrent ? null : (
        <PausableButton
          aria-label={`End session of ${name}`}
          aria-describedby={detailsId}
          isPaused={isBusy}
          onClick={onEnd}
        >
          End
        </PausableButton>
      )}
    </li>
  );
}
