import type { SecondFactor } from '@perkex/contract/second-factors.js';
import { useState } from 'react';
import { CheckboxField } from '../../ui/field.js';
import type { SecondFactorStep } from '../session/sign-in.js';
import { VerificationMethodsDialog } from '../verification/verification-methods-dialog.js';
import type { SignIn } from './use-sign-in.js';

interface SecondFactorDialogProps extends Pick<SignIn, 'follow' | 'cancel'> {
  readonly step: SecondFactorStep;
}

/** The second step of a sign-in: a code of one of the factors. */
export function SecondFactorDialog({ step, follow, cancel }: SecondFactorDialogProps) {
  const { factors, phone, mayTrustDevice } = step.demand;
  const [trustDevice, setTrustDevice] = useState(false);

  /** A refusal is shown here too: screen readers do not read a toast outside of the dialog. */
  async function prove(factor: SecondFactor, code: string): Promise<void> {
    const confirming = step.confirm({ factor, code, trustDevice });
    await follow(confirming);
    await confirming;
  }

  return (
    <VerificationMethodsDialog
      methods={factors}
      phone={phone}
      sendCode={step.sendCode}
      prove={prove}
      onCancel={cancel}
      onOver={cancel}
    >
      {mayTrustDevice ? (
        <CheckboxField
          label="Don't ask again on this device for 30 days"
          checked={trustDevice}
          onChange={(event) => setTrustDevice(event.target.checked)}
        />
      ) : null}
    </VerificationMethodsDialog>
  );
}
