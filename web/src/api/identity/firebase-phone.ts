import {
  type Auth,
  type MultiFactorAssertion,
  type MultiFactorInfo,
  PhoneAuthProvider,
  type PhoneInfoOptions,
  PhoneMultiFactorGenerator,
  type PhoneMultiFactorInfo,
  RecaptchaVerifier,
} from '@firebase/auth';

/** The phone among the second factors of an account. */
export function phoneAmong(factors: readonly MultiFactorInfo[]): PhoneMultiFactorInfo | null {
  const phone = factors.find(({ factorId }) => factorId === PhoneMultiFactorGenerator.FACTOR_ID);
  return (phone as PhoneMultiFactorInfo | undefined) ?? null;
}

/** Sends a code by SMS, behind an invisible reCAPTCHA. @returns the id to verify the code with */
export async function sendCode(auth: Auth, target: PhoneInfoOptions): Promise<string> {
  const place = document.body.appendChild(document.createElement('div'));
  const robotCheck = new RecaptchaVerifier(auth, place, { size: 'invisible' });
  try {
    return await new PhoneAuthProvider(auth).verifyPhoneNumber(target, robotCheck);
  } finally {
    robotCheck.clear();
    place.remove();
  }
}

export function proofOf(verificationId: string, code: string): MultiFactorAssertion {
  return PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code));
}
