import { zodResolver } from '@hookform/resolvers/zod';
import { type EmailForm, emailFormSchema } from '@perkex/contract/identity.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from '../../routing/hooks.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { EmailField } from '../forms/email-field.js';
import { IdentityFrame } from '../forms/identity-frame.js';
import { messageOf, toastOutcome } from '../forms/toast-outcome.js';
import { emailIn } from '../session/known-email.js';
import { sendResetMail } from '../session/session.js';

export function ForgotPasswordPage() {
  usePageTitle('Forgot password');
  const { state } = useLocation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<EmailForm>({
    resolver: zodResolver(emailFormSchema),
    defaultValues: { email: emailIn(state) },
  });
  const submit = handleSubmit(async ({ email }) => {
    const sending = sendResetMail(email);
    if (await toastOutcome(sending)) {
      setSentTo(email);
      return;
    }
    setError('email', { message: await sending.catch(messageOf) });
    setFocus('email', { shouldSelect: true });
  });

  return (
    <IdentityFrame heading="INPUT YOUR E-MAIL">
      <p className="text-muted">We'll send you an e-mail with a link to set a new password.</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <EmailField error={formState.errors.email?.message} {...register('email')} />
        <SubmitButton isBusy={formState.isSubmitting}>RESET PASSWORD</SubmitButton>
      </form>
      <p role="status" className="wrap-anywhere">
        {sentTo === null
          ? ''
          : `Please check your inbox. If ${sentTo} has an account here, the link is on its way.`}
      </p>
    </IdentityFrame>
  );
}
