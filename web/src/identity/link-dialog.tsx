import { useForm } from 'react-hook-form';
import { PasswordField } from '../proof/password-field.js';
import type { LinkStep } from '../session/sign-in.js';
import { PausableButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SubmitButton } from '../ui/submit-button.js';
import type { SignIn } from './use-sign-in.js';

/** Section 8. */
const PROMPT = 'Please input your account password in order to link it with github';

interface LinkDialogProps extends Pick<SignIn, 'follow' | 'cancel'> {
  readonly step: LinkStep;
}

/**
 * Asks for the password of the account that GitHub is to be linked with. Cancelled or left empty it does nothing
 * (section 4, "Auth").
 */
export function LinkDialog({ step, follow, cancel }: LinkDialogProps) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    defaultValues: { password: '' },
  });

  const submit = handleSubmit(async ({ password }) => {
    if (password === '') {
      cancel();
      return;
    }
    const linking = step.link(password);
    // Shown here too: screen readers do not read a toast outside of the dialog.
    linking.catch((error: Error) => setError('password', { message: error.message }));
    if (!(await follow(linking))) {
      setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <Dialog title={PROMPT} onCancel={cancel} isBusy={formState.isSubmitting}>
      <p className="wrap-anywhere text-muted">{step.demand.email} has an account here with a password.</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <PasswordField
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={formState.isSubmitting}>LINK</SubmitButton>
          <PausableButton isPaused={formState.isSubmitting} onClick={cancel}>
            CANCEL
          </PausableButton>
        </div>
      </form>
    </Dialog>
  );
}
