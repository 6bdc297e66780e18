import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { subjectOf } from '../../api/identity/identity-provider.js';
import { invalidateEmailVerification, invalidateSecurity } from '../../api/identity/security.js';
import { paths } from '../../links/paths.js';
import { openReviewAgain } from '../../orders/open-review.js';
import { forgetAwaitingOrder } from '../../orders/stored-orders.js';
import { readAwaitingOrder } from '../../orders/unfinished-order.js';
import { useNavigate } from '../../routing/hooks.js';
import { Link } from '../../routing/link.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Spinner } from '../../ui/states.js';
import { showSuccess } from '../../ui/toast.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { IdentityFrame } from '../forms/identity-frame.js';
import { messageOf, toastError } from '../forms/toast-outcome.js';
import { useUserId } from '../session/auth-store.js';
import { confirmEmail, confirmEmailChange, isLoginOver } from '../session/email-verification.js';
import { EmailVerificationNotice } from '../session/email-verification-notice.js';
import { toConfirmation } from '../session/guards.js';
import { logOut, sessionEnded } from '../session/session.js';
import { useLinkCode } from './use-link-code.js';

/** Verifies the user's e-mail, or confirms a change of it, with the code of a mail. */
export function ConfirmEmailPage() {
  usePageTitle('Confirm your e-mail');
  const code = useLinkCode('code');
  const change = useLinkCode('change');
  const userId = useUserId();
  const link = change === '' ? { code } : { change };
  return (
    <IdentityFrame heading="CONFIRM YOUR E-MAIL">
      {userId === '' ? (
        <LoginFirst link={link} />
      ) : (
        <Confirmation key={`${userId} ${code} ${change}`} userId={userId} link={link} />
      )}
    </IdentityFrame>
  );
}

/** The contents of a mail's link: the code that verifies an e-mail, or one of the two codes that change it. */
type MailLink = { readonly code: string } | { readonly change: string };

/** The link alone verifies nothing: a stranger may have signed up with this e-mail, or requested the mail. */
function LoginFirst({ link }: { link: MailLink }) {
  const isChange = 'change' in link;
  return (
    <>
      <p>
        {isChange
          ? 'Log in to the account that is to change its e-mail, and confirm here.'
          : 'Log in to the account you signed up with, and this page will confirm its e-mail.'}
      </p>
      <Link to={paths.login} state={toConfirmation(link)} className={buttonClass('strong')}>
        Log in
      </Link>
      {isChange ? (
        <p className="text-muted">
          Didn't ask for it? You don't need to do anything: without you, nothing changes.
        </p>
      ) : (
        <p className="text-muted">
          Didn't sign up? You don't need to do anything. To take over the account and remove whatever was set
          up in it,{' '}
          <Link to={paths.forgotPassword} className="underline underline-offset-4">
            set a new password
          </Link>
          .
        </p>
      )}
    </>
  );
}

type Progress =
  /** A change takes more than a curious click. */
  | { readonly type: 'asked' }
  | { readonly type: 'under-way' }
  | { readonly type: 'done'; readonly sentence: string }
  | { readonly type: 'other-account' }
  | { readonly type: 'refused'; readonly sentence: string; readonly mayTryAgain: boolean };

function Confirmation({ userId, link }: { userId: string; link: MailLink }) {
  const [progress, confirm] = useConfirmation(userId, link);
  switch (progress.type) {
    case 'asked':
      return (
        <>
          <p>
            Confirm only if it was you who asked for another e-mail. You log in with the new one then, and all
            other browsers are logged out.
          </p>
          <Button look="strong" onClick={confirm}>
            CHANGE E-MAIL
          </Button>
        </>
      );
    case 'under-way':
      return <Spinner label="Confirming your e-mail" />;
    case 'done':
      return (
        <Outcome sentence={progress.sentence}>
          <Link to={paths.home} className={buttonClass('strong')}>
            Go to the home page
          </Link>
        </Outcome>
      );
    case 'other-account':
      return (
        <Outcome sentence="This link is for a different account. Log out, then log in to the account you want to confirm.">
          <Button look="strong" onClick={() => void logOut().catch(toastError)}>
            Log out
          </Button>
        </Outcome>
      );
    case 'refused':
      return (
        <Outcome sentence={progress.sentence}>
          {'code' in link ? <EmailVerificationNotice /> : null}
          <Link to={'code' in link ? paths.settings : paths.security} className={buttonClass()}>
            {'code' in link ? 'Go to settings' : 'Go to login & security'}
          </Link>
          {progress.mayTryAgain ? <Button onClick={confirm}>Try again</Button> : null}
        </Outcome>
      );
  }
}

/** Posts the code, and returns to the order that is waiting for it, if there is one. */
function useConfirmation(userId: string, link: MailLink): [Progress, () => void] {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isEmpty = 'code' in link && link.code === '';
  const [progress, setProgress] = useState<Progress>({ type: 'change' in link ? 'asked' : 'under-way' });

  async function proveEmail(code: string): Promise<void> {
    await confirmEmail(code);
    showSuccess('Your e-mail is confirmed.');
    void invalidateEmailVerification(client);
    const order = readAwaitingOrder(userId);
    if (order === null) {
      setProgress({ type: 'done', sentence: CONFIRMED });
      return;
    }
    forgetAwaitingOrder();
    if (!(await openReviewAgain(client, navigate, { ...order, isChecked: false }, { replace: true }))) {
      setProgress({ type: 'done', sentence: CONFIRMED });
    }
  }

  async function changeEmail(code: string): Promise<void> {
    const { isChanged } = await confirmEmailChange(code);
    setProgress({ type: 'done', sentence: isChanged ? CHANGED : ONE_MORE });
    void invalidateEmailVerification(client);
    void invalidateSecurity(client);
  }

  async function confirm(): Promise<void> {
    setProgress({ type: 'under-way' });
    try {
      await ('change' in link ? changeEmail(link.change) : proveEmail(link.code));
    } catch (error) {
      if (isLoginOver(error)) {
        sessionEnded();
      } else if (subjectOf(error) === 'other-account') {
        setProgress({ type: 'other-account' });
      } else {
        const mayTryAgain = !isEmpty && subjectOf(error) !== 'dead-code';
        setProgress({ type: 'refused', sentence: messageOf(error), mayTryAgain });
      }
    }
  }

  const begin = useEffectEvent(() => ('change' in link ? undefined : void confirm()));
  useEffect(() => begin(), []);
  return [progress, () => void confirm()];
}

const CONFIRMED = 'Your e-mail is confirmed. You can place orders now.';
const CHANGED = 'Your e-mail has been changed, and all other browsers have been logged out.';
const ONE_MORE =
  'Confirmed. Your e-mail changes once you have confirmed with the link in the other mail, too.';

function Outcome({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <>
      <p role="status">{sentence}</p>
      {children}
    </>
  );
}
