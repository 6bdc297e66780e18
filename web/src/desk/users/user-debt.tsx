import { useState } from 'react';
import { call } from '../../api/call.js';
import { actOnUser, type DeskUser } from '../../api/desk-users.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { Moment } from '../../deals/moment.js';
import { Section } from '../../deals/section.js';
import { useMoment } from '../../deals/use-moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useActs } from '../use-acts.js';

interface UserDebtProps {
  readonly user: DeskUser;
  readonly debt: NonNullable<DeskUser['debt']>;
}

/** The debt of the user, and the button that lets them sell although it stops them. */
export function UserDebt({ user, debt: { amount, since, stopsSelling, deferredUntil } }: UserDebtProps) {
  const moment = useMoment();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Section title="Debt">
      <p>
        <span className="font-semibold">Owes us {dollarsText(amount)}</span>
        {stopsSelling ? <span className="block text-error">Cannot sell until it is settled</span> : null}
        <span className="block text-sm text-muted">
          Since <Moment at={since} />
          {deferredUntil === null ? null : `. May sell until ${moment(deferredUntil)}`}
        </span>
      </p>
      {stopsSelling && !user.isOwn ? (
        <Button className="self-start" onClick={() => setIsAsked(true)}>
          Let them sell
        </Button>
      ) : null}
      {isAsked ? <Question user={user.user} onClose={() => setIsAsked(false)} /> : null}
    </Section>
  );
}

function Question({ user, onClose }: { readonly user: string; readonly onClose: () => void }) {
  const uid = useUserId();
  const { isBusy, fault, run } = useActs(actOnUser(user));
  const send = () => run(() => call('deferDebt', { body: { uid, user } }), onClose);
  return (
    <ConfirmDialog label="Let them sell" isBusy={isBusy} fault={fault} onConfirm={send} onClose={onClose}>
      <p>The user can sell for 14 days. The debt stays, and the payouts of their sales settle it.</p>
    </ConfirmDialog>
  );
}
