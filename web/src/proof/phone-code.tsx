import { useState } from 'react';
import { isSignInOver } from '../session/sign-in.js';
import { PausableButton } from '../ui/button.js';
import { useSendingPause } from '../ui/use-sending-pause.js';
import { announce } from './announce.js';

interface PhoneCodeProps {
  readonly phone: string | null;
  readonly sendCode: () => Promise<void>;
  readonly onSent: () => void;
  /** Called when the sign-in has taken too long. */
  readonly onOver: () => void;
}

/** Sends the code of a sign-in, with a pause before the next one. */
export function PhoneCode({ phone, sendCode, onSent, onOver }: PhoneCodeProps) {
  const [isSending, setIsSending] = useState(false);
  const [news, setNews] = useState('');
  const pause = useSendingPause();

  async function send() {
    setIsSending(true);
    setNews('');
    const sending = sendCode().then(() => 'A code is on its way.');
    sending.then(setNews, (error: Error) => (isSignInOver(error) ? onOver() : setNews(error.message)));
    if (await announce(sending)) {
      pause.begin();
      onSent();
    }
    setIsSending(false);
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="text-muted">
          To your phone <span className="whitespace-nowrap">{phone}</span>
        </p>
        <PausableButton
          isPaused={isSending || pause.isPaused}
          className="whitespace-nowrap"
          onClick={() => void send()}
        >
          {pause.hasSent ? 'Send again' : 'Send code'}
        </PausableButton>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {news}
      </p>
    </div>
  );
}
