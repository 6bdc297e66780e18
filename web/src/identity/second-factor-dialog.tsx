import type { SecondFactor } from '@perkex/contract/identity.js';
import { type FormEvent, useRef, useState } from 'react';
import { PhoneCode } from '../proof/phone-code.js';
import type { SecondFactorStep } from '../session/sign-in.js';
import { PausableButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { CheckboxField, TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { FactorChoice } from './factor-choice.js';
import type { SignIn } from './use-sign-in.js';

interface SecondFactorDialogProps extends Pick<SignIn, 'follow' | 'cancel'> {
  readonly step: SecondFactorStep;
}

/** The second step of a sign-in: a code of one of the factors. */
export function SecondFactorDialog({ step, follow, cancel }: SecondFactorDialogProps) {
  const { factors, phone, mayTrustDevice } = step.demand;
  const [factor, setFactor] = useState<SecondFactor>(factors[0] ?? 'app');
  const [code, setCode] = useState('');
  const [trustDevice, setTrustDevice] = useState(false);
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (isBusy) {
      return;
    }
    if (code.trim() === '') {
      setError('Code is required');
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    setError('');
    const confirming = step.confirm({ factor, code, trustDevice });
    // Shown here too: screen readers do not read a toast outside of the dialog.
    confirming.catch(({ message }: Error) => setError(message));
    await follow(confirming);
    setIsBusy(false);
    field.current?.select();
  }

  function type(typed: string) {
    setCode(typed);
    setError('');
  }

  function choose(chosen: SecondFactor) {
    setFactor(chosen);
    setCode('');
    setError('');
  }

  return (
    <Dialog title="Confirm it's you" onCancel={cancel} isBusy={isBusy} firstFocus={field}>
      <form noValidate onSubmit={confirm} className="flex flex-col gap-4">
        <FactorChoice factors={factors} chosen={factor} onChoose={choose} />
        {factor === 'phone' ? (
          <PhoneCode
            phone={phone}
            sendCode={step.sendCode}
            onSent={() => field.current?.focus()}
            onOver={cancel}
          />
        ) : null}
        <TextField
          ref={field}
          label="CODE"
          value={code}
          onChange={(event) => type(event.target.value)}
          error={error === '' ? undefined : error}
          autoComplete="one-time-code"
          inputMode={factor === 'recovery' ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
        />
        {mayTrustDevice ? (
          <CheckboxField
            label="Don't ask again on this device for 30 days"
            checked={trustDevice}
            onChange={(event) => setTrustDevice(event.target.checked)}
          />
        ) : null}
        <div className="flex flex-wrap gap-3">
          <PausableButton isPaused={isBusy} className="flex-1" onClick={cancel}>
            CANCEL
          </PausableButton>
          <SubmitButton isBusy={isBusy} className="flex-1">
            CONFIRM
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
