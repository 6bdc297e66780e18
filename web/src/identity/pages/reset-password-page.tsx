import { MIN_PASSWORD_LENGTH } from '@perkex/contract/password-length.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LINK_NEEDED, subjectOf } from '../../api/identity/identity-provider.js';
import { resetDescriptionQuery } from '../../api/identity/security.js';
import { paths } from '../../links/paths.js';
import { useNavigate, useSearchParams } from '../../routing/hooks.js';
import { Redirect } from '../../routing/redirect.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { showWarning } from '../../ui/toast.js';
import { useCheckedField } from '../../ui/use-checked-field.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { useSubmit } from '../../ui/use-submit.js';
import { IdentityFrame, IdentityLink } from '../forms/identity-frame.js';
import { messageOf, toastOutcome } from '../forms/toast-outcome.js';
import { setNewPassword } from '../session/session.js';
import { PasswordField, TOO_SHORT } from '../verification/password-field.js';
import { RemovedByReset } from './removed-by-reset.js';
import { useLinkCode } from './use-link-code.js';

const BAD_RESET = 'Please input password with more than 5 letters or visit this page from the right url!';

/** Firebase has one address for the links of all its mails; a parameter states the purpose of a link. */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const code = search.get('oobCode');
  return search.get('mode') === 'verifyEmail' ? (
    <Redirect to={paths.confirmEmail} state={{ code }} />
  ) : (
    <ResetPassword />
  );
}

/** Sets a new password with the code of the reset e-mail (section 5, "Reset password"). */
function ResetPassword() {
  usePageTitle('Reset password');
  const code = useLinkCode('oobCode');
  const navigate = useNavigate();
  const [isCodeDead, setIsCodeDead] = useState(false);
  // While and after the code is used: the end of the session removes what was read.
  const [isUsed, setIsUsed] = useState(false);
  const description = useQuery(resetDescriptionQuery(code, isUsed));
  const { value: password, refuse, input } = useCheckedField();
  const { isBusy, onSubmit } = useSubmit(async () => {
    const isShort = password.length < MIN_PASSWORD_LENGTH;
    if (code === '' || isShort) {
      showWarning(BAD_RESET);
      refuse(isShort ? TOO_SHORT : undefined);
      return;
    }
    setIsUsed(true);
    const setting = setNewPassword(code, password);
    if (await toastOutcome(setting)) {
      navigate(paths.login);
      return;
    }
    const error = await setting.catch((reason: unknown) => reason);
    setIsUsed(false);
    setIsCodeDead(subjectOf(error) === 'dead-code');
    refuse(messageOf(error));
  });

  return (
    <IdentityFrame heading="INPUT NEW PASSWORD">
      {code === '' || isCodeDead || subjectOf(description.error) === 'dead-code' ? <NewMail /> : null}
      {description.data?.removes ? <RemovedByReset removes={description.data.removes} /> : null}
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <PasswordField autoComplete="new-password" {...input} />
        <SubmitButton isBusy={isBusy}>RESET PASSWORD</SubmitButton>
      </form>
    </IdentityFrame>
  );
}

/** Shown when there is no working code. */
function NewMail() {
  return (
    <div className="flex flex-col text-muted">
      <p>{LINK_NEEDED}</p>
      <IdentityLink to={paths.forgotPassword}>Get a new e-mail</IdentityLink>
    </div>
  );
}
