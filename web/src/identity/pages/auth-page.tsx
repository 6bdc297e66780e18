import { zodResolver } from '@hookform/resolvers/zod';
import { type AuthForm, authFormSchema } from '@perkex/contract/identity.js';
import { MIN_PASSWORD_LENGTH } from '@perkex/contract/password-length.js';
import { useForm } from 'react-hook-form';
import { subjectOf } from '../../api/identity/identity-provider.js';
import { paths } from '../../links/paths.js';
import { useLocation } from '../../routing/hooks.js';
import { Button } from '../../ui/button.js';
import { CheckboxField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { showWarning } from '../../ui/toast.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { EmailField } from '../forms/email-field.js';
import { IdentityFrame, IdentityLink } from '../forms/identity-frame.js';
import { messageOf } from '../forms/toast-outcome.js';
import { logIn, signInWithGithub, signUp } from '../session/sign-in.js';
import { PasswordField, TOO_SHORT } from '../verification/password-field.js';
import { LinkDialog } from './link-dialog.js';
import { SecondFactorDialog } from './second-factor-dialog.js';
import { SignInReason } from './sign-in-reason.js';
import { type SignIn, useSignIn } from './use-sign-in.js';

const SHORT_PASSWORD = 'Please input valid username and password with more than 5 letters!';
const REMEMBER_HINT = 'Otherwise you are logged out when you reload the page.';
const EMPTY_FORM: AuthForm = { email: '', password: '', remember: false };

/** The two pages of visitors (section 2). */
const KINDS = {
  login: {
    verb: 'Log in',
    button: 'LOG IN',
    send: logIn,
    other: { to: paths.register, text: 'New User? Click here' },
  },
  register: {
    verb: 'Sign up',
    button: 'SIGN UP',
    send: signUp,
    other: { to: paths.login, text: 'Already signed up? Click here' },
  },
} as const;

/** Logs in or signs up. Afterwards the guard of these pages redirects to the page where the visitor came from. */
export function AuthPage({ kind }: { kind: keyof typeof KINDS }) {
  const { verb, button, send, other } = KINDS[kind];
  const { state } = useLocation();
  const isLogin = kind === 'login';
  usePageTitle(verb);
  const { register, handleSubmit, getValues, setError, clearErrors, setFocus, formState } = useForm<AuthForm>(
    {
      resolver: zodResolver(authFormSchema),
      defaultValues: EMPTY_FORM,
    },
  );
  const { step, follow, cancel } = useSignIn();
  const submit = handleSubmit(
    async (form) => {
      if (!isPasswordLongEnough(form)) {
        refuseShortPassword();
        setFocus('password', { shouldSelect: true });
        return;
      }
      const signingIn = send(form);
      if (await follow(signingIn)) {
        return;
      }
      // The toast disappears; at the field the sentence stays until the text changes.
      const error = await signingIn.catch((reason: unknown) => reason);
      const field = subjectOf(error) === 'email' ? 'email' : 'password';
      setError(field, { message: messageOf(error) });
      setFocus(field, { shouldSelect: true });
    },
    () => {
      if (!isPasswordLongEnough(getValues())) {
        refuseShortPassword();
      }
    },
  );

  function refuseShortPassword() {
    setError('password', { message: TOO_SHORT });
    showWarning(SHORT_PASSWORD);
  }

  /** A failed login may be due to either field, so typing in either clears its message. */
  const onChange = () => clearErrors('password');

  return (
    <IdentityFrame heading={button}>
      <SignInReason verb={verb} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <EmailField error={formState.errors.email?.message} {...register('email', { onChange })} />
        <div className="flex flex-col">
          <PasswordField
            autoComplete={isLogin ? 'current-password' : 'new-password'}
            error={formState.errors.password?.message}
            {...register('password', { onChange })}
          />
          {isLogin ? (
            <CheckboxField label="Remember Me" hint={REMEMBER_HINT} {...register('remember')} />
          ) : null}
        </div>
        <SubmitButton isBusy={formState.isSubmitting}>{button}</SubmitButton>
      </form>
      <Button onClick={() => void follow(signInWithGithub())}>
        <GithubMark />
        Continue with GitHub
      </Button>
      <SignInSteps step={step} follow={follow} cancel={cancel} />
      <div className="flex flex-col">
        <IdentityLink to={other.to} state={state}>
          {other.text}
        </IdentityLink>
        <IdentityLink to={paths.forgotPassword}>Forgot Your Password? Click here</IdentityLink>
      </div>
    </IdentityFrame>
  );
}

function isPasswordLongEnough({ password }: AuthForm): boolean {
  return password.length >= MIN_PASSWORD_LENGTH;
}

/** The next step of a sign-in after the first factor. */
function SignInSteps({ step, follow, cancel }: SignIn) {
  switch (step?.type) {
    case 'second-factor':
      return <SecondFactorDialog step={step} follow={follow} cancel={cancel} />;
    case 'link':
      return <LinkDialog step={step} follow={follow} cancel={cancel} />;
    default:
      return null;
  }
}

/** GitHub's own mark, as its guidelines require for buttons that lead there. */
function GithubMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className="size-5">
      <path d="M12 .297c-6.63 0-12 5.373-12 12 0 5.303 3.438 9.8 8.205 11.385.6.113.82-.258.82-.577 0-.285-.01-1.04-.015-2.04-3.338.724-4.042-1.61-4.042-1.61C4.422 18.07 3.633 17.7 3.633 17.7c-1.087-.744.084-.729.084-.729 1.205.084 1.838 1.236 1.838 1.236 1.07 1.835 2.809 1.305 3.495.998.108-.776.417-1.305.76-1.605-2.665-.3-5.466-1.332-5.466-5.93 0-1.31.465-2.38 1.235-3.22-.135-.303-.54-1.523.105-3.176 0 0 1.005-.322 3.3 1.23.96-.267 1.98-.399 3-.405 1.02.006 2.04.138 3 .405 2.28-1.552 3.285-1.23 3.285-1.23.645 1.653.24 2.873.12 3.176.765.84 1.23 1.91 1.23 3.22 0 4.61-2.805 5.625-5.475 5.92.42.36.81 1.096.81 2.22 0 1.606-.015 2.896-.015 3.286 0 .315.21.69.825.57C20.565 22.092 24 17.592 24 12.297c0-6.627-5.373-12-12-12" />
    </svg>
  );
}
