import { paths } from '../links/paths.js';
import { signUp } from '../session/sign-in.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { AuthFields } from './auth-fields.js';
import { IdentityFrame, IdentityLink } from './identity-frame.js';
import { SignInReason } from './sign-in-reason.js';

export function RegisterPage() {
  usePageTitle('Sign up');
  return (
    <IdentityFrame heading="SIGN UP">
      <SignInReason verb="Sign up" />
      <AuthFields kind="register" send={({ email, password }) => signUp({ email, password })} />
      <div className="flex flex-col">
        <IdentityLink to={paths.login}>Already signed up? Click here</IdentityLink>
        <IdentityLink to={paths.forgotPassword}>Forgot Your Password? Click here</IdentityLink>
      </div>
    </IdentityFrame>
  );
}
