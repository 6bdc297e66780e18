import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { subjectOf } from '../api/identity/identity-provider.js';
import { invalidateEmailProof } from '../api/identity/security.js';
import { paths } from '../links/paths.js';
import { announceError, messageOf } from '../proof/announce.js';
import { useUid } from '../session/auth-store.js';
import { confirmEmail, isLoginOver } from '../session/email-proof.js';
import { EmailProofNotice } from '../session/email-proof-notice.js';
import { toConfirmation } from '../session/guards.js';
import { logOut, sessionEnded } from '../session/session.js';
import { forgetAwaitingOrder, openReviewAgain, readAwaitingOrder } from '../session/unfinished-order.js';
import { Button, buttonClass } from '../ui/button.js';
import { Spinner } from '../ui/states.js';
import { showSuccess } from '../ui/toast.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { IdentityFrame } from './identity-frame.js';
import { useLinkCode } from './use-link-code.js';

/** Proves the user's e-mail by the code of a mail. */
export function ConfirmEmailPage() {
  usePageTitle('Confirm your e-mail');
  const code = useLinkCode('code');
  const uid = useUid();
  return (
    <IdentityFrame heading="CONFIRM YOUR E-MAIL">
      {uid === '' ? (
        <LoginFirst code={code} />
      ) : (
        <Confirmation key={`${uid} ${code}`} uid={uid} code={code} />
      )}
    </IdentityFrame>
  );
}

/** The link alone proves nothing: a stranger may have signed up with this e-mail. */
function LoginFirst({ code }: { code: string }) {
  return (
    <>
      <p>Log in to the account you signed up with, and this page will confirm its e-mail.</p>
      <Link to={paths.login} state={toConfirmation(code)} className={buttonClass('strong')}>
        Log in
      </Link>
      <p className="text-muted">
        Didn't sign up? You don't need to do anything. To take over the account and remove whatever was set up
        in it,{' '}
        <Link to={paths.forgotPassword} className="underline underline-offset-4">
          set a new password
        </Link>
        .
      </p>
    </>
  );
}

type Progress =
  | { readonly type: 'under-way' }
  | { readonly type: 'done' }
  | { readonly type: 'other-account' }
  | { readonly type: 'refused'; readonly sentence: string; readonly mayTryAgain: boolean };

function Confirmation({ uid, code }: { uid: string; code: string }) {
  const [progress, tryAgain] = useConfirmation(uid, code);
  switch (progress.type) {
    case 'under-way':
      return <Spinner label="Confirming your e-mail" />;
    case 'done':
      return (
        <Outcome sentence="Your e-mail is confirmed. You can place orders now.">
          <Link to={paths.home} className={buttonClass('strong')}>
            Go to the market
          </Link>
        </Outcome>
      );
    case 'other-account':
      return (
        <Outcome sentence="This link is for a different account. Log out, then log in to the account you want to confirm.">
          <Button look="strong" onClick={() => void logOut().catch(announceError)}>
            Log out
          </Button>
        </Outcome>
      );
    case 'refused':
      return (
        <Outcome sentence={progress.sentence}>
          <EmailProofNotice />
          {progress.mayTryAgain ? <Button onClick={tryAgain}>Try again</Button> : null}
        </Outcome>
      );
  }
}

/** Posts the code, and goes back to the order that is waiting for it, if there is one. */
function useConfirmation(uid: string, code: string): [Progress, () => void] {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress>({ type: 'under-way' });

  async function goOn(): Promise<void> {
    showSuccess('Your e-mail is confirmed.');
    void invalidateEmailProof(client);
    const order = readAwaitingOrder(uid);
    if (order === null) {
      setProgress({ type: 'done' });
      return;
    }
    forgetAwaitingOrder();
    await openReviewAgain(navigate, { ...order, isChecked: false }, { replace: true });
  }

  async function confirm(): Promise<void> {
    setProgress({ type: 'under-way' });
    try {
      await confirmEmail(code);
      await goOn();
    } catch (error) {
      if (isLoginOver(error)) {
        sessionEnded();
      } else if (subjectOf(error) === 'other-account') {
        setProgress({ type: 'other-account' });
      } else {
        const mayTryAgain = code !== '' && subjectOf(error) !== 'dead-code';
        setProgress({ type: 'refused', sentence: messageOf(error), mayTryAgain });
      }
    }
  }

  const begin = useEffectEvent(() => void confirm());
  useEffect(() => begin(), []);
  return [progress, () => void confirm()];
}

function Outcome({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <>
      <p role="status">{sentence}</p>
      {children}
    </>
  );
}
