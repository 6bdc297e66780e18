import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DeskDeal, reservePair } from '../../api/desk.js';
import { faultOf } from '../../api/fault-of.js';
import { Moment } from '../../deals/moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { SettlingButton } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';

interface ReservationLineProps {
  readonly deal: Pick<DeskDeal, 'code' | 'reservation'>;
  /** The name of the member at the screen. */
  readonly me: string;
}

/** The reservation of a pair, and the button that makes it or takes it over. */
export function ReservationLine({ deal: { code, reservation }, me }: ReservationLineProps) {
  const userId = useUserId();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => reservePair(client, userId, code),
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-card px-4 py-2">
        <p role="status" className="text-sm">
          {reservation === null ? (
            'This pair is not reserved.'
          ) : (
            <>
              {reservation.member === me ? 'You have' : `${reservation.member} has`} reserved this pair until{' '}
              <Moment at={reservation.until} />
              {reservation.takenFrom === null ? '' : `, taken over from ${reservation.takenFrom}`}.
            </>
          )}
        </p>
        {reservation?.member === me ? null : (
          <SettlingButton
            subject={`${code} ${reservation?.member ?? ''}`}
            isPaused={isPending}
            onClick={() => mutate()}
          >
            {reservation === null ? 'Reserve' : 'Take over'}
          </SettlingButton>
        )}
      </div>
      <FaultText>{faultOf(error)}</FaultText>
    </div>
  );
}
