import type { SignIn } from './use-sign-in.js';

/** What a sign-in asks for besides the first proof. */
export function SignInSteps({ step }: SignIn) {
  switch (step?.type) {
    case 'second-factor':
      return null;
    case 'link':
      return null;
    default:
      return null;
  }
}
