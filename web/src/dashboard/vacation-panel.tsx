import { counted } from '@perkex/core/counted.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { faultOf } from '../api/fault-of.js';
import { marketChanged } from '../api/market-changed.js';
import { isUnderWay, takeVacation, type Vacation, type VacationAct, vacationQuery } from '../api/vacation.js';
import { Button, PausableButton, SettlingButton } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { useDashboardUserId, useUserData } from '../user/user.js';
import { shownRows } from './rows.js';

/** Pauses all asks of the seller, and brings them back (orders-beyond, "Vacation"). */
export function VacationPanel() {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const { data: vacation } = useQuery(vacationQuery(userId));
  const { data } = useUserData();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (act: VacationAct) => takeVacation(client, userId, act),
  });
  const status = useRef<HTMLParagraphElement>(null);
  const state = vacation?.state ?? 'none';
  useRefetchAfterWork(state);
  const openAsks = data ? shownRows(data.asks).length : 0;
  if (!vacation || (state === 'none' && openAsks === 0)) {
    return null;
  }

  function act(what: VacationAct): void {
    mutate(what);
    status.current?.focus();
  }

  return (
    <section
      aria-label="Vacation"
      className={
        // The question has a line of its own.
        state === 'none'
          ? 'has-[>div]:w-full'
          : 'mb-3 flex w-full flex-col gap-3 rounded-card border border-line bg-card p-4'
      }
    >
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className="max-w-prose outline-none empty:sr-only focus:shadow-none"
      >
        {STATUS[state](vacation)}
      </p>
      {vacation.refusals.length === 0 ? null : <Refusals vacation={vacation} />}
      <FaultText>{faultOf(error)}</FaultText>
      {isUnderWay(vacation) ? null : (
        <Acts vacation={vacation} openAsks={openAsks} isPaused={isPending} onAct={act} />
      )}
    </section>
  );
}

const STATUS: Readonly<Record<Vacation['state'], (vacation: Vacation) => string>> = {
  none: () => '',
  pausing: ({ paused }) => `Pausing your asks: ${counted(paused, 'ask')} so far.`,
  away: ({ paused }) =>
    `You are on vacation: ${counted(paused, 'ask is', 'asks are')} paused and cannot sell. What you list now stays open.`,
  returning: ({ back, paused }) => `Bringing your asks back: ${back} of ${counted(back + paused, 'ask')}.`,
  back: ({ back, refusedAsks }) => {
    const refused =
      refusedAsks === 0
        ? ''
        : ` ${counted(refusedAsks, 'ask')} could not come back, and we remember ${refusedAsks === 1 ? 'it' : 'them'}.`;
    return `${counted(back, 'ask is', 'asks are')} back, or sold at once to a bid.${refused}`;
  },
};

function Refusals({ vacation: { refusals, refusedAsks } }: { readonly vacation: Vacation }) {
  const others = refusedAsks - refusals.length;
  return (
    <ul aria-label="Asks that could not come back" className="flex max-w-prose flex-col gap-1 text-sm">
      {refusals.map(({ order, name, size, price, answer }) => (
        <li key={order} className="wrap-anywhere">
          {name}, size {size}, {price}$: {answer}
        </li>
      ))}
      {others > 0 ? <li>And {counted(others, 'ask')} more.</li> : null}
    </ul>
  );
}

interface ActsProps {
  readonly vacation: Vacation;
  readonly openAsks: number;
  readonly isPaused: boolean;
  readonly onAct: (act: VacationAct) => void;
}

function Acts({ vacation: { state, refusedAsks }, openAsks, isPaused, onAct }: ActsProps) {
  const [isAsked, setIsAsked] = useState(false);
  if (state === 'away') {
    return (
      <SettlingButton
        subject="end"
        look="strong"
        className="self-start"
        isPaused={isPaused}
        onClick={() => onAct('end')}
      >
        Bring them back
      </SettlingButton>
    );
  }
  if (state === 'back') {
    return (
      <div className="flex flex-wrap gap-3">
        {refusedAsks === 0 ? null : (
          <SettlingButton subject="again" look="strong" isPaused={isPaused} onClick={() => onAct('end')}>
            Try these again
          </SettlingButton>
        )}
        <PausableButton isPaused={isPaused} onClick={() => onAct('close')}>
          {refusedAsks === 0 ? 'Close' : 'Forget these'}
        </PausableButton>
      </div>
    );
  }
  return isAsked ? (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4">
      <p role="status" className="max-w-prose">
        Pause {openAsks === 1 ? 'your ask' : `all ${counted(openAsks, 'ask')}`}? Nothing sells until you bring
        them back. They then begin at the end of their queues.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button autoFocus onClick={() => setIsAsked(false)}>
          Cancel
        </Button>
        <SettlingButton subject="start" look="strong" isPaused={isPaused} onClick={() => onAct('start')}>
          Pause
        </SettlingButton>
      </div>
    </div>
  ) : (
    <Button className="self-start" onClick={() => setIsAsked(true)}>
      Pause all asks
    </Button>
  );
}

/** The lists are read again once the work is done. */
function useRefetchAfterWork(state: Vacation['state']): void {
  const client = useQueryClient();
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state && (state === 'away' || state === 'back')) {
      void marketChanged(client);
    }
    before.current = state;
  }, [client, state]);
}
