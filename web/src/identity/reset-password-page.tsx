import { MIN_PASSWORD_LENGTH } from '@perkex/contract/identity.js';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../paths.js';
import { isResetCodeDead, setNewPassword } from '../session/session.js';
import { SubmitButton } from '../ui/submit-button.js';
import { showWarning } from '../ui/toast.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { announce, messageOf } from './announce.js';
import { IdentityFrame, IdentityLink } from './identity-frame.js';
import { PasswordField, TOO_SHORT } from './password-field.js';

const BAD_RESET = 'Please input password with more than 5 letters or visit this page from the right url!';

/** Sets a new password with the code of the reset e-mail (section 5, "Reset password"). */
export function ResetPasswordPage() {
  usePageTitle('Reset password');
  const code = useResetCode();
  const navigate = useNavigate();
  const [isCodeDead, setIsCodeDead] = useState(false);
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm({
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(async ({ password }) => {
    const isShort = password.length < MIN_PASSWORD_LENGTH;
    if (code === '' || isShort) {
      showWarning(BAD_RESET);
      refuse(isShort ? TOO_SHORT : undefined);
      return;
    }
    const setting = setNewPassword(code, password);
    if (await announce(setting)) {
      await navigate(paths.login);
      return;
    }
    const error = await setting.catch((fault: unknown) => fault);
    setIsCodeDead(isResetCodeDead(error));
    refuse(messageOf(error));
  });

  /** A toast goes away; at its field the sentence stays until something else is typed. */
  function refuse(sentence: string | undefined) {
    if (sentence !== undefined) {
      setError('password', { message: sentence });
    }
    setFocus('password', { shouldSelect: true });
  }

  return (
    <IdentityFrame heading="INPUT NEW PASSWORD">
      {code === '' || isCodeDead ? <NewMail /> : null}
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <PasswordField
          autoComplete="new-password"
          error={formState.errors.password?.message}
          {...register('password', { onChange: () => clearErrors('password') })}
        />
        <SubmitButton isBusy={formState.isSubmitting}>RESET PASSWORD</SubmitButton>
      </form>
    </IdentityFrame>
  );
}

/**
 * The code of the link, empty without one. It is a key: it goes from the address bar, where others may see it, into the
 * entry of the history, where a reload finds it.
 */
function useResetCode(): string {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const addressCode = search.get('oobCode');
  useEffect(() => {
    if (addressCode !== null) {
      void navigate(pathname, { replace: true, state: { oobCode: addressCode } });
    }
  }, [addressCode, navigate, pathname]);
  const keptCode = (state as { readonly oobCode?: unknown } | null)?.oobCode;
  return addressCode ?? (typeof keptCode === 'string' ? keptCode : '');
}

/** The way on without a code that works. */
function NewMail() {
  return (
    <div className="flex flex-col text-muted">
      <p>This page works from the link in the e-mail that we send you.</p>
      <IdentityLink to={paths.forgotPassword}>Get such an e-mail</IdentityLink>
    </div>
  );
}
