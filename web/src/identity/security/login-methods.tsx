import type { LoginSecurity } from '@perkex/contract/identity.js';
import { Link } from 'react-router';
import { paths } from '../../paths.js';
import { buttonClass } from '../../ui/button.js';
import { GithubLogin } from './github-login.js';
import { SecurityRow, SecuritySection } from './security-section.js';

/** The ways to give the first proof. */
export function LoginMethods({ security }: { security: LoginSecurity }) {
  const { email, hasPassword, github } = security;
  return (
    <SecuritySection title="LOGIN METHODS">
      <SecurityRow
        name="E-mail & password"
        standing={hasPassword ? email : `${email}: no password is set`}
        action={
          <Link to={paths.forgotPassword} state={{ email }} className={buttonClass()}>
            {hasPassword ? 'Change password' : 'Set a password'}
          </Link>
        }
      />
      <GithubLogin github={github} hasPassword={hasPassword} />
    </SecuritySection>
  );
}
