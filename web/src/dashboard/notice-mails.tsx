import { NOTICE_KINDS, type NoticeKind } from '@perkex/core/notices/notices.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { isSignedOut } from '../api/call.js';
import { chooseNoticeMail, noticeSettingsQuery } from '../api/notices.js';
import { ErrorNotice, Spinner } from '../ui/states.js';
import { showActionSuccess, showActionWarning } from '../ui/toast.js';
import { useDashboardUid } from './user.js';

const WHAT: Readonly<Record<NoticeKind, string>> = {
  trade: 'You sold or bought a pair',
  outbid: 'Your bid was outbid',
  undercut: 'Your ask was undercut',
  removed: 'PerkeX removed an order of yours',
};

const WHY_NONE = {
  unproved: 'No mails are sent to you until you have confirmed your e-mail under Login & security.',
  unavailable: 'This PerkeX sends no mails: all notices are behind the bell.',
} as const;

/** Which kinds of notices come by mail, too. */
export function NoticeMails() {
  const uid = useDashboardUid();
  const { data, isError, refetch } = useQuery(noticeSettingsQuery(uid));
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line p-4 md:p-6">
      <h2 id={titleId} className="flex min-h-11 items-center text-lg">
        MAILS
      </h2>
      {data ? (
        <>
          <p className="mt-1 text-muted">
            {data.mails === 'on' ? 'Besides the bell, tell me by mail:' : WHY_NONE[data.mails]}
          </p>
          {data.mails === 'unavailable' ? null : (
            <ul className="mt-2">
              {NOTICE_KINDS.map((kind) => (
                <KindOfMail key={kind} uid={uid} kind={kind} isOn={data.kinds[kind]} />
              ))}
            </ul>
          )}
        </>
      ) : isError ? (
        <ErrorNotice onRetry={() => void refetch()}>Your choice of mails could not be loaded.</ErrorNotice>
      ) : (
        <Spinner />
      )}
    </section>
  );
}

interface KindOfMailProps {
  readonly uid: string;
  readonly kind: NoticeKind;
  readonly isOn: boolean;
}

function KindOfMail({ uid, kind, isOn }: KindOfMailProps) {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (wanted: boolean) => chooseNoticeMail(client, uid, kind, wanted),
    onSuccess: showActionSuccess,
    onError(error) {
      // A signed-out user has been told already, and sent to the login page.
      if (!isSignedOut(error)) {
        showActionWarning(error.message);
      }
    },
  });
  return (
    <li>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={isPending ? variables : isOn}
          aria-disabled={isPending}
          onChange={({ target }) => {
            if (!isPending) {
              mutate(target.checked);
            }
          }}
          className="size-5 shrink-0 accent-ink"
        />
        {WHAT[kind]}
      </label>
    </li>
  );
}
