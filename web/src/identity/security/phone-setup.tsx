import { useState } from 'react';
import { PausableButton } from '../../ui/button.js';
import { useSendingPause } from '../../ui/use-sending-pause.js';
import { CodeForm } from './factor-forms.js';
import { NumberForm, type PhoneRequest } from './number-form.js';
import { useSecurityAction } from './use-security-action.js';

interface PhoneSetupProps {
  readonly hasPassword: boolean;
  /** Called instead of `onEnd` when there are codes to show. */
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
  readonly onEnd: () => void;
}

/** Asks for a number, sends a code to it, and asks for that code. Going back from the code keeps the number. */
export function PhoneSetup({ hasPassword, onRecoveryCodes, onEnd }: PhoneSetupProps) {
  const [phone, setPhone] = useState('');
  const [sent, setSent] = useState<PhoneRequest | null>(null);
  const start = useSecurityAction({
    call: (settings, { password, phone: number }: PhoneRequest) => settings.startPhone(password, number),
  });

  async function send(request: PhoneRequest) {
    setPhone(request.phone);
    await start.mutateAsync(request);
    setSent(request);
  }

  return sent === null ? (
    <NumberForm
      number={phone}
      hasPassword={hasPassword}
      isBusy={start.isPending}
      onRequest={send}
      onBack={onEnd}
    />
  ) : (
    <PhoneConfirmation
      phone={sent.phone}
      isSending={start.isPending}
      onSendAgain={() => start.mutateAsync(sent)}
      onRecoveryCodes={onRecoveryCodes}
      onEnd={onEnd}
      onBack={() => setSent(null)}
    />
  );
}

interface PhoneConfirmationProps extends Omit<PhoneSetupProps, 'hasPassword'> {
  readonly phone: string;
  readonly isSending: boolean;
  /** Rejects if it is refused. */
  readonly onSendAgain: () => Promise<unknown>;
  readonly onBack: () => void;
}

function PhoneConfirmation(props: PhoneConfirmationProps) {
  const { phone, isSending, onSendAgain, onRecoveryCodes, onEnd, onBack } = props;
  const pause = useSendingPause(true);
  const confirm = useSecurityAction({
    call: (settings, code: string) => settings.confirmPhone(code),
    onDone: (codes) => (codes.length > 0 ? onRecoveryCodes(codes) : onEnd()),
    success: 'Your phone is turned on.',
  });
  const sendAgain = () => onSendAgain().then(pause.begin, () => {});

  return (
    <>
      <p>
        A code is on its way to your phone <span className="whitespace-nowrap">{phone}</span>. It works for 5
        minutes.
      </p>
      <CodeForm
        isBusy={confirm.isPending || isSending}
        onCode={confirm.mutateAsync}
        onBack={onBack}
        actions={
          <PausableButton
            isPaused={isSending || confirm.isPending || pause.isPaused}
            className="whitespace-nowrap"
            onClick={() => void sendAgain()}
          >
            Send again
          </PausableButton>
        }
      />
    </>
  );
}
