import type { CallAddress } from './call-addresses.js';

/**
 * The address of every call of the built-in identity service, below /api. `IDENTITY_CALLS` has their bodies and answers
 * under the same names; the pages need those as types only. An own call requires a signed-in user; others are refused
 * with NOT_SIGNED_IN.
 */
export const IDENTITY_ADDRESSES = {
  signUp: { method: 'POST', path: '/auth/sign-up/email', for: 'anybody' },
  signIn: { method: 'POST', path: '/auth/sign-in/email', for: 'anybody' },
  signOut: { method: 'POST', path: '/auth/sign-out', for: 'anybody' },
  session: { method: 'GET', path: '/auth/get-session', for: 'anybody' },
  requestReset: { method: 'POST', path: '/auth/request-password-reset', for: 'anybody' },
  describeReset: { method: 'POST', path: '/auth/reset-password/describe', for: 'anybody' },
  resetPassword: { method: 'POST', path: '/auth/reset-password', for: 'anybody' },
  emailProof: { method: 'GET', path: '/auth/email-proof', for: 'user' },
  sendConfirmation: { method: 'POST', path: '/auth/email-proof/send', for: 'user' },
  confirmEmail: { method: 'POST', path: '/auth/email-proof/confirm', for: 'user' },
  security: { method: 'GET', path: '/auth/security', for: 'user' },
  events: { method: 'GET', path: '/auth/events', for: 'user' },
  endSession: { method: 'POST', path: '/auth/sessions/end', for: 'user' },
  endOtherSessions: { method: 'POST', path: '/auth/sessions/end-others', for: 'user' },
  changePassword: { method: 'POST', path: '/auth/password', for: 'user' },
  changeEmail: { method: 'POST', path: '/auth/email', for: 'user' },
  confirmEmailChange: { method: 'POST', path: '/auth/email/confirm', for: 'user' },
  deleteAccount: { method: 'POST', path: '/auth/account/delete', for: 'user' },
  sendProofCode: { method: 'POST', path: '/auth/prove/send-code', for: 'user' },
  prove: { method: 'POST', path: '/auth/prove', for: 'user' },
  startApp: { method: 'POST', path: '/auth/second-factor/app/start', for: 'user' },
  confirmApp: { method: 'POST', path: '/auth/second-factor/app/confirm', for: 'user' },
  turnAppOff: { method: 'POST', path: '/auth/second-factor/app/off', for: 'user' },
  startPhone: { method: 'POST', path: '/auth/second-factor/phone/start', for: 'user' },
  confirmPhone: { method: 'POST', path: '/auth/second-factor/phone/confirm', for: 'user' },
  turnPhoneOff: { method: 'POST', path: '/auth/second-factor/phone/off', for: 'user' },
  renewRecoveryCodes: { method: 'POST', path: '/auth/second-factor/recovery', for: 'user' },
  sendSecondCode: { method: 'POST', path: '/auth/second-factor/send-code', for: 'anybody' },
  confirmSecondFactor: { method: 'POST', path: '/auth/second-factor/confirm', for: 'anybody' },
  startGithub: { method: 'POST', path: '/auth/github/start', for: 'anybody' },
  finishGithub: { method: 'POST', path: '/auth/github/finish', for: 'anybody' },
  cancelGithub: { method: 'POST', path: '/auth/github/cancel', for: 'anybody' },
  linkMethods: { method: 'GET', path: '/auth/github/link', for: 'anybody' },
  linkGithub: { method: 'POST', path: '/auth/github/link', for: 'anybody' },
  unlinkGithub: { method: 'POST', path: '/auth/github/unlink', for: 'user' },
} as const satisfies Record<string, CallAddress>;

export type IdentityCallName = keyof typeof IDENTITY_ADDRESSES;
