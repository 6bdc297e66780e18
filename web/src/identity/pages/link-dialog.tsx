import { PausableButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { useCheckedField } from '../../ui/use-checked-field.js';
import { useSubmit } from '../../ui/use-submit.js';
import { messageOf } from '../forms/toast-outcome.js';
import type { LinkStep } from '../session/sign-in.js';
import { PasswordField } from '../verification/password-field.js';
import type { SignIn } from './use-sign-in.js';

/** The prompt of section 8. */
const PROMPT = 'Please input your account password in order to link it with github';

interface LinkDialogProps extends Pick<SignIn, 'follow' | 'cancel'> {
  readonly step: LinkStep;
}

/**
 * Asks for the password of the account to link with GitHub. Cancelled or left empty it does nothing (section 4,
 * "Auth").
 */
export function LinkDialog({ step, follow, cancel }: LinkDialogProps) {
  const { value: password, refuse, input } = useCheckedField();
  const { isBusy, onSubmit } = useSubmit(async () => {
    if (password === '') {
      cancel();
      return;
    }
    const linking = step.link(password);
    if (!(await follow(linking))) {
      // Shown here too: screen readers do not read a toast outside of the dialog.
      refuse(messageOf(await linking.catch((error: unknown) => error)));
    }
  });

  return (
    <Dialog title={PROMPT} onCancel={cancel} isBusy={isBusy}>
      <p className="wrap-anywhere text-muted">{step.demand.email} has an account here with a password.</p>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <PasswordField autoComplete="current-password" {...input} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={isBusy}>LINK</SubmitButton>
          <PausableButton isPaused={isBusy} onClick={cancel}>
            CANCEL
          </PausableButton>
        </div>
      </form>
    </Dialog>
  );
}
