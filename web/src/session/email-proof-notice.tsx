import { useState } from 'react';
import { PausableButton } from '../ui/button.js';
import { useSendingPause } from '../ui/use-sending-pause.js';
import { sendConfirmationMail, useUnprovedEmail } from './email-proof.js';

interface EmailProofNoticeProps {
  /** Whether it is shown beside the order that waits for the proof. */
  readonly isAtOrder?: boolean;
}

/** Asks users to prove their e-mail; shows nothing when that is not needed. */
export function EmailProofNotice({ isAtOrder = false }: EmailProofNoticeProps) {
  const email = useUnprovedEmail();
  if (email === null) {
    return null;
  }
  return (
    <section
      aria-label="Confirm your e-mail"
      className="flex flex-col items-start gap-3 rounded-card bg-card p-4 md:p-6"
    >
      <p className="wrap-anywhere">
        Confirm your e-mail {isAtOrder ? 'to place this order' : 'before you place an order'}: open the link
        we sent to <strong className="font-semibold">{email}</strong>.
        {isAtOrder ? ' If you open it in this browser, it will bring you back here.' : ''}
      </p>
      <SendAgain />
    </section>
  );
}

/** Sends another mail, with a pause before the next one. */
function SendAgain() {
  const [isSending, setIsSending] = useState(false);
  const [news, setNews] = useState('');
  const pause = useSendingPause();

  async function send() {
    setIsSending(true);
    setNews('');
    try {
      await sendConfirmationMail();
      setNews('A new link is on its way. The previous one no longer works.');
      pause.begin();
    } catch (error) {
      setNews((error as Error).message);
    }
    setIsSending(false);
  }

  return (
    <>
      <PausableButton isPaused={isSending || pause.isPaused} onClick={() => void send()}>
        Send again
      </PausableButton>
      <p role="status" className="text-sm empty:hidden">
        {news}
      </p>
    </>
  );
}
