import { CHOSEN_KINDS, type ChosenKind, type MailKind } from '@perkex/core/notifications/notifications.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { unlessSignedOut } from '../api/call.js';
import { haveDealsStarted } from '../api/deals.js';
import { chooseNotificationMail, notificationSettingsQuery, useMailChoice } from '../api/notifications.js';
import { sendConfirmationMail } from '../identity/session/email-verification.js';
import { PausableButton } from '../ui/button.js';
import { LoadingState } from '../ui/loading-state.js';
import { showActionSuccess, showActionWarning } from '../ui/toast.js';
import { useSending } from '../ui/use-sending.js';
import { useDashboardUserId } from '../user/user.js';

const WHAT: Readonly<Record<ChosenKind, string>> = {
  trade: 'I have sold or bought a pair',
  outbid: 'I have been outbid',
  undercut: 'My ask has been undercut',
  removed: 'PerkeX has removed one of my orders',
  expiring: 'One of my orders expires within a day',
  alert: 'An ask is at the price of my alert',
  release: 'A sneaker that I watch comes out',
  deal: 'There is news of one of my deals',
};

/** Chooses the kinds of notifications that also come by mail. */
export function NotificationMails() {
  const userId = useDashboardUserId();
  const { data, isError, refetch } = useQuery(notificationSettingsQuery(userId));
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line p-4 md:p-6">
      <h2 id={titleId} className="flex min-h-11 items-center text-lg">
        MAILS
      </h2>
      {data ? (
        <>
          {data.mails === 'unproved' ? <Unproved /> : null}
          {data.mails === 'unavailable' ? (
            <p className="mt-1">Mail is not set up here. You find all notifications behind the bell.</p>
          ) : (
            <fieldset className="mt-1">
              <legend className="text-muted">Besides the bell, mail me when:</legend>
              {CHOSEN_KINDS.filter((kind) => kind !== 'deal' || haveDealsStarted()).map((kind) => (
                <KindOfMail
                  key={kind}
                  userId={userId}
                  kind={kind}
                  label={WHAT[kind]}
                  isOn={data.kinds[kind]}
                />
              ))}
              <p className="mt-3 text-muted">And once a day:</p>
              <KindOfMail
                userId={userId}
                kind="close"
                label="The close: how the market did, on days with sales"
                isOn={data.kinds.close}
              />
            </fieldset>
          )}
        </>
      ) : (
        <LoadingState isError={isError} refetch={refetch} failure="Your mail settings could not be loaded." />
      )}
    </section>
  );
}

/** Sends the link that verifies the e-mail. */
function Unproved() {
  const { isPaused, news, send } = useSending(sendConfirmationMail);
  return (
    <div className="mt-1 mb-4 flex flex-col items-start gap-3">
      <p>Confirm your e-mail to get mails. We'll send you a link.</p>
      <PausableButton isPaused={isPaused} onClick={send}>
        Send the link
      </PausableButton>
      <p role="status" className="text-sm empty:sr-only">
        {news}
      </p>
    </div>
  );
}

interface KindOfMailProps {
  readonly userId: string;
  readonly kind: MailKind;
  readonly label: string;
  readonly isOn: boolean;
}

function KindOfMail({ userId, kind, label, isOn }: KindOfMailProps) {
  const client = useQueryClient();
  const choice = useMailChoice(kind);
  const choose = (wanted: boolean) => {
    chooseNotificationMail(client, userId, kind, wanted).then(
      (answer) => answer && showActionSuccess(answer),
      unlessSignedOut(({ message }) => showActionWarning(message)),
    );
  };
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={choice ?? isOn}
        onChange={({ target }) => choose(target.checked)}
        className="size-5 shrink-0 accent-ink"
      />
      {label}
    </label>
  );
}
