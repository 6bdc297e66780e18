import type { SecondFactor } from '@perkex/contract/identity.js';
import { type FormEvent, useRef, useState } from 'react';
import { isSignInOver, type SecondFactorStep } from '../session/sign-in.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { CheckboxField, TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { announce } from './announce.js';
import { FactorChoice } from './factor-choice.js';
import type { SignIn } from './use-sign-in.js';

interface SecondFactorDialogProps extends Pick<SignIn, 'follow' | 'cancel'> {
  readonly step: SecondFactorStep;
}

/** The second step of a sign-in: a code of the factor that one has at hand. */
export function SecondFactorDialog({ step, follow, cancel }: SecondFactorDialogProps) {
  const { factors, phone, mayTrustDevice } = step.demand;
  const [factor, setFactor] = useState<SecondFactor>(factors[0] ?? 'app');
  const [code, setCode] = useState('');
  const [trustDevice, setTrustDevice] = useState(false);
  const [fault, setFault] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (isBusy) {
      return;
    }
    if (code.trim() === '') {
      setFault('Code is required');
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    setFault('');
    const confirming = step.confirm({ factor, code, trustDevice });
    // Said here too: what is outside of a dialog is not read out.
    confirming.catch((error: Error) => setFault(error.message));
    await follow(confirming);
    setIsBusy(false);
    field.current?.select();
  }

  function choose(chosen: SecondFactor) {
    setFactor(chosen);
    setCode('');
    setFault('');
  }

  return (
    <Dialog title="Confirm that it is you" onCancel={cancel} firstFocus={field}>
      <form noValidate onSubmit={confirm} className="flex flex-col gap-4">
        <FactorChoice factors={factors} chosen={factor} onChoose={choose} />
        {factor === 'phone' ? <PhoneCode phone={phone} sendCode={step.sendCode} onOver={cancel} /> : null}
        <TextField
          ref={field}
          label="CODE"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={fault === '' ? undefined : fault}
          autoComplete="one-time-code"
          inputMode={factor === 'recovery' ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
        />
        {mayTrustDevice ? (
          <CheckboxField
            label="Do not ask again for 30 days on this device"
            checked={trustDevice}
            onChange={(event) => setTrustDevice(event.target.checked)}
          />
        ) : null}
        <div className="grid grid-cols-2 gap-3">
          <Button onClick={cancel}>CANCEL</Button>
          <SubmitButton isBusy={isBusy} className="min-w-0">
            CONFIRM
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

interface PhoneCodeProps {
  readonly phone: string | null;
  readonly sendCode: () => Promise<void>;
  /** The sign-in has taken too long. */
  readonly onOver: () => void;
}

/** Has a code sent, once at a time. */
function PhoneCode({ phone, sendCode, onOver }: PhoneCodeProps) {
  const [isSending, setIsSending] = useState(false);
  const [news, setNews] = useState('');

  async function send() {
    if (isSending) {
      return;
    }
    setIsSending(true);
    setNews('');
    const sending = sendCode().then(() => 'A code is on its way.');
    sending.then(setNews, (error: Error) => (isSignInOver(error) ? onOver() : setNews(error.message)));
    await announce(sending);
    setIsSending(false);
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-muted">To your phone {phone}</p>
        <Button aria-disabled={isSending} onClick={() => void send()}>
          Send code
        </Button>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {news}
      </p>
    </div>
  );
}
