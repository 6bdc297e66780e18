import { LinkDialog } from './link-dialog.js';
import { SecondFactorDialog } from './second-factor-dialog.js';
import type { SignIn } from './use-sign-in.js';

/** What a sign-in asks for besides the first proof. */
export function SignInSteps({ step, follow, cancel }: SignIn) {
  switch (step?.type) {
    case 'second-factor':
      return <SecondFactorDialog step={step} follow={follow} cancel={cancel} />;
    case 'link':
      return <LinkDialog step={step} follow={follow} cancel={cancel} />;
    default:
      return null;
  }
}
