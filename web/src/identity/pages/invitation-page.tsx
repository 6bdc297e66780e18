import { useEffect, useState } from 'react';
import { call, RefusalError } from '../../api/call.js';
import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';
import { Button, buttonClass, PausableButton } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { IdentityFrame } from '../forms/identity-frame.js';
import { toastError } from '../forms/toast-outcome.js';
import { useUserId } from '../session/auth-store.js';
import { EmailVerificationNotice } from '../session/email-verification-notice.js';
import { logOut } from '../session/session.js';
import { useLinkCode } from './use-link-code.js';

/** Accepts an invitation to the desk, by the code of a mail (after-the-trade, "The desk"). */
export function InvitationPage() {
  usePageTitle('Invitation');
  const code = useLinkCode('code');
  const userId = useUserId();
  return (
    <IdentityFrame heading="WORK AT THE DESK">
      {userId === '' ? <LoginFirst code={code} /> : <Invitation key={userId} userId={userId} code={code} />}
    </IdentityFrame>
  );
}

function LoginFirst({ code }: { readonly code: string }) {
  const state = { invitation: code };
  return (
    <>
      <p>
        Log in to the account with the e-mail that this invitation was sent to, or sign up with it. Then
        accept here.
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.login} state={state} className={buttonClass('strong')}>
          Log in
        </Link>
        <Link to={paths.register} state={state} className={buttonClass()}>
          Sign up
        </Link>
      </div>
    </>
  );
}

interface InvitationProps {
  readonly userId: string;
  readonly code: string;
}

/** It takes more than a curious click. */
function Invitation({ userId, code }: InvitationProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [fault, setFault] = useState<Error | null>(null);

  async function accept(): Promise<void> {
    setIsBusy(true);
    setFault(null);
    try {
      setDone(await call('acceptInvitation', { body: { uid: userId, code } }));
    } catch (error) {
      setFault(error as Error);
    }
    setIsBusy(false);
  }

  if (done !== null) {
    return <Accepted sentence={done} />;
  }
  const refused = fault instanceof RefusalError ? fault.code : null;
  const isOver = code === '' || refused === 'invitation-over';
  return (
    <>
      <p>
        Members do the work of this market, with the pairs and the money of others. Their steps are recorded
        under their names for ever, and each of them needs a second factor.
      </p>
      <FaultText>
        {code === '' ? 'This link is not complete. Open the one in the mail.' : (fault?.message ?? null)}
      </FaultText>
      {refused === 'email-unproved' ? <EmailVerificationNotice /> : null}
      {refused === 'other-address' ? (
        <Button onClick={() => void logOut().catch(toastError)}>Log out</Button>
      ) : null}
      {refused === 'invitation-over' ? (
        <Link to={paths.desk()} className={buttonClass()}>
          I have accepted it: go to the desk
        </Link>
      ) : null}
      {isOver ? null : (
        <PausableButton look="strong" isPaused={isBusy} onClick={() => void accept()}>
          ACCEPT
        </PausableButton>
      )}
    </>
  );
}

function Accepted({ sentence }: { readonly sentence: string }) {
  const [place, setPlace] = useState<HTMLParagraphElement | null>(null);
  useEffect(() => place?.focus(), [place]);
  return (
    <>
      <p ref={setPlace} role="status" tabIndex={-1} className="outline-none">
        {sentence} Turn on a second factor if you have none: the desk asks for it.
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.desk()} className={buttonClass('strong')}>
          Go to the desk
        </Link>
        <Link to={paths.security} className={buttonClass()}>
          Login & security
        </Link>
      </div>
    </>
  );
}
