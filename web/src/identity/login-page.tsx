import { paths } from '../links/paths.js';
import { logIn } from '../session/sign-in.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { AuthFields } from './auth-fields.js';
import { IdentityFrame, IdentityLink } from './identity-frame.js';
import { SignInReason } from './sign-in-reason.js';

export function LoginPage() {
  usePageTitle('Log in');
  return (
    <IdentityFrame heading="LOG IN">
      <SignInReason verb="Log in" />
      <AuthFields kind="login" send={logIn} />
      <div className="flex flex-col">
        <IdentityLink to={paths.register}>New User? Click here</IdentityLink>
        <IdentityLink to={paths.forgotPassword}>Forgot Your Password? Click here</IdentityLink>
      </div>
    </IdentityFrame>
  );
}
