import {
  appSecret,
  codeBody,
  done,
  phoneBody,
  proofBody,
  proveBody,
  recoveryCodes,
  secondProofBody,
  signInAnswer,
} from './identity-schemas.js';

/** The refusals of calls that ask for the account's password. */
export const PASSWORD_REFUSALS = ['PASSWORD_MISSING', 'INVALID_PASSWORD', 'TOO_MANY_REQUESTS'] as const;
/** The refusals of changes of a second factor. Where one is on, a code of it must have been entered. */
const CHANGE_REFUSALS = ['PROOF_NEEDED', ...PASSWORD_REFUSALS] as const;
const CONFIRMATION_REFUSALS = ['INVALID_CODE', 'NOT_STARTED', 'PROOF_NEEDED'] as const;
const CODE_MESSAGE_REFUSALS = ['NO_MORE_CODES', 'SMS_FAILED', 'TOO_MANY_REQUESTS'] as const;

/** The calls for second factors and their verification, as parts of `IDENTITY_CALLS`. */
export const IDENTITY_CALLS_OF_FACTORS = {
  sendProofCode: {
    summary: 'Send a code to the phone, to verify the session',
    answers: 'The code was sent',
    answer: done,
    problems: [...CODE_MESSAGE_REFUSALS],
  },
  prove: {
    summary: 'Verify the session again, by the password or a code',
    answers: 'The session counts as verified for ten minutes',
    body: proveBody,
    answer: done,
    problems: ['INVALID_CODE', ...PASSWORD_REFUSALS],
  },
  startApp: {
    summary: 'Begin to turn an authenticator app on',
    answers: 'The secret for the app, as an address for a QR code and as text',
    body: proofBody,
    answer: appSecret,
    problems: ['ALREADY_ON', ...CHANGE_REFUSALS],
  },
  confirmApp: {
    summary: 'Turn it on by its first code',
    answers: 'The recovery codes, shown only now',
    body: codeBody,
    answer: recoveryCodes,
    problems: [...CONFIRMATION_REFUSALS],
  },
  turnAppOff: {
    summary: 'Turn the authenticator app off',
    answers: 'The app is off',
    body: proofBody,
    answer: done,
    problems: [...CHANGE_REFUSALS],
  },
  startPhone: {
    summary: 'Have a code sent to a phone',
    answers: 'The code was sent',
    body: phoneBody,
    answer: done,
    problems: ['INVALID_PHONE', 'ALREADY_ON', 'SMS_FAILED', ...CHANGE_REFUSALS],
  },
  confirmPhone: {
    summary: 'Turn the phone on by that code',
    answers: 'The recovery codes, shown only now',
    body: codeBody,
    answer: recoveryCodes,
    problems: [...CONFIRMATION_REFUSALS],
  },
  turnPhoneOff: {
    summary: 'Turn the phone off',
    answers: 'The phone is off',
    body: proofBody,
    answer: done,
    problems: [...CHANGE_REFUSALS],
  },
  renewRecoveryCodes: {
    summary: 'Renew the recovery codes',
    answers: 'The new recovery codes, shown only now; the old ones no longer work',
    body: proofBody,
    answer: recoveryCodes,
    problems: ['NOTHING_ON', ...CHANGE_REFUSALS],
  },
  sendSecondCode: {
    summary: 'Have the code of a sign-in sent to the phone',
    answers: 'The code was sent',
    answer: done,
    problems: ['SIGN_IN_OVER', ...CODE_MESSAGE_REFUSALS],
  },
  confirmSecondFactor: {
    summary: 'Complete a sign-in with a second factor',
    answers: 'The user, whose session cookie is set',
    body: secondProofBody,
    answer: signInAnswer,
    problems: ['INVALID_CODE', 'SIGN_IN_OVER', 'GITHUB_OTHER_ACCOUNT', 'TOO_MANY_REQUESTS'],
  },
} as const;
