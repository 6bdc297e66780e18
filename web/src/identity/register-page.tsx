import { paths } from '../paths.js';
import { signUp } from '../session/sign-in.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { AuthFields } from './auth-fields.js';
import { IdentityFrame, IdentityLink } from './identity-frame.js';

export function RegisterPage() {
  usePageTitle('Sign up');
  return (
    <IdentityFrame heading="SIGN UP">
      <AuthFields kind="register" send={({ email, password }) => signUp({ email, password })} />
      <IdentityLink to={paths.login}>Already signed up? Click here</IdentityLink>
    </IdentityFrame>
  );
}
