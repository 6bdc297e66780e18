/** The refusals of the built-in identity service, as parts of `PROBLEMS`. */
export const IDENTITY_PROBLEMS = {
  VALIDATION_ERROR: { status: 400, detail: 'Invalid input' },
  INVALID_EMAIL: { status: 400, detail: 'Invalid email' },
  PASSWORD_TOO_SHORT: { status: 400, detail: 'Password too short' },
  PASSWORD_TOO_LONG: { status: 400, detail: 'Password too long' },
  PASSWORD_TOO_COMMON: {
    status: 400,
    detail: 'This password is too common and easy to guess. Please choose another.',
  },
  INVALID_CODE: { status: 400, detail: 'This code is incorrect. Please try again.' },
  INVALID_PHONE: {
    status: 400,
    detail: 'Please give the number with its country code, such as +1 555 0100.',
  },
  INVALID_TOKEN: { status: 400, detail: 'This link has been used or is too old. Ask for a new one.' },
  LINK_OVER: {
    status: 400,
    detail: 'This took too long. Please sign in with GitHub again.',
  },
  GITHUB_NOT_FINISHED: {
    status: 400,
    detail: 'The sign-in with GitHub was not finished. Please try again.',
  },
  GITHUB_DENIED: { status: 400, detail: 'You cancelled the sign-in at GitHub.' },
  GITHUB_NO_EMAIL: { status: 400, detail: 'Your GitHub account has no verified primary e-mail.' },
  OTHER_ADDRESS: { status: 400, detail: 'Sign-in with GitHub does not work at this address.' },
  INVALID_EMAIL_OR_PASSWORD: { status: 401, detail: 'Invalid email or password' },
  NOT_SIGNED_IN: { status: 401, detail: 'Please log in.' },
  SIGN_IN_OVER: {
    status: 401,
    detail: 'This login took too long or had too many wrong codes. Please log in again.',
  },
  INVALID_ORIGIN: { status: 403, detail: 'Invalid origin' },
  MISSING_OR_NULL_ORIGIN: { status: 403, detail: 'Missing or null Origin' },
  PROOF_NEEDED: { status: 403, detail: "Confirm it's you, or log in again, to change your e-mail." },
  INVALID_PASSWORD: { status: 403, detail: 'This password is incorrect.' },
  OTHER_ACCOUNT: { status: 403, detail: 'This link is not for the account that you are logged in to.' },
  NO_SUCH_SESSION: { status: 404, detail: 'This session has already ended.' },
  GITHUB_NOT_SET_UP: { status: 404, detail: 'GitHub sign-in is not set up here.' },
  PASSWORD_MISSING: { status: 409, detail: 'Set a password first: ask for a reset mail.' },
  PASSWORD_CHANGED: {
    status: 409,
    detail: 'The password was changed in the meantime. Please log in with the new one.',
  },
  NOT_STARTED: {
    status: 409,
    detail: 'This took too long or had too many wrong codes. Please begin again.',
  },
  ALREADY_ON: { status: 409, detail: 'This is already turned on. Turn it off first.' },
  NOTHING_ON: { status: 409, detail: 'Turn on an app or a phone first.' },
  GITHUB_OTHER_ACCOUNT: {
    status: 409,
    detail: 'The account with this e-mail is linked to another GitHub account.',
  },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    status: 422,
    detail: 'User already exists. Use another email.',
  },
  TOO_MANY_REQUESTS: { status: 429, detail: 'Too many attempts. Please try again later.' },
  NO_MORE_CODES: {
    status: 429,
    detail: 'No more codes can be sent for this login. Use the last one, or log in again.',
  },
  GITHUB_NO_ANSWER: { status: 502, detail: 'GitHub returned an unexpected response. Please try again.' },
  SMS_FAILED: { status: 503, detail: 'The message could not be sent. Please try again later.' },
} as const satisfies Record<string, { status: number; detail: string }>;
