import type { LoginSecurity } from '@perkex/contract/identity.js';
import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';
import { buttonClass } from '../../ui/button.js';
import { FramedSection } from '../../ui/framed-section.js';
import { EmailRow } from './email-row.js';
import { GithubLogin } from './github-login.js';
import { PasswordLogin } from './password-login.js';
import { SecurityRow } from './security-row.js';

/** The login methods. */
export function LoginMethods({ security }: { security: LoginSecurity }) {
  const { email, hasPassword, github } = security;
  return (
    <FramedSection title="LOGIN METHODS">
      <EmailRow email={email} />
      {hasPassword ? (
        <PasswordLogin />
      ) : (
        <SecurityRow
          name="Password"
          status="Not set"
          action={
            <Link to={paths.forgotPassword} state={{ email }} className={buttonClass()}>
              Set a password
            </Link>
          }
        />
      )}
      <GithubLogin github={github} hasPassword={hasPassword} />
    </FramedSection>
  );
}
