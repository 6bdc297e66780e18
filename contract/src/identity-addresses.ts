import type { CallAddress } from './call-addresses.js';

/**
 * The address of every call of the built-in identity service, below /api. `IDENTITY_CALLS` has their bodies and answers
 * under the same names; the pages need those as types only. An own call requires a signed-in user; others are refused
 * with NOT_SIGNED_IN.
 */
export const IDENTITY_ADDRESSES = {
  signUp: { method: 'POST', path: '/auth/sign-up/email' },
  signIn: { method: 'POST', path: '/auth/sign-in/email' },
  signOut: { method: 'POST', path: '/auth/sign-out' },
  session: { method: 'GET', path: '/auth/get-session' },
  requestReset: { method: 'POST', path: '/auth/request-password-reset' },
  describeReset: { method: 'POST', path: '/auth/reset-password/describe' },
  resetPassword: { method: 'POST', path: '/auth/reset-password' },
  emailProof: { method: 'GET', path: '/auth/email-proof', isOwn: true },
  sendConfirmation: { method: 'POST', path: '/auth/email-proof/send', isOwn: true },
  confirmEmail: { method: 'POST', path: '/auth/email-proof/confirm', isOwn: true },
  security: { method: 'GET', path: '/auth/security', isOwn: true },
  events: { method: 'GET', path: '/auth/events', isOwn: true },
  endSession: { method: 'POST', path: '/auth/sessions/end', isOwn: true },
  endOtherSessions: { method: 'POST', path: '/auth/sessions/end-others', isOwn: true },
  changePassword: { method: 'POST', path: '/auth/password', isOwn: true },
  changeEmail: { method: 'POST', path: '/auth/email', isOwn: true },
  confirmEmailChange: { method: 'POST', path: '/auth/email/confirm', isOwn: true },
  deleteAccount: { method: 'POST', path: '/auth/account/delete', isOwn: true },
  sendProofCode: { method: 'POST', path: '/auth/prove/send-code', isOwn: true },
  prove: { method: 'POST', path: '/auth/prove', isOwn: true },
  startApp: { method: 'POST', path: '/auth/second-factor/app/start', isOwn: true },
  confirmApp: { method: 'POST', path: '/auth/second-factor/app/confirm', isOwn: true },
  turnAppOff: { method: 'POST', path: '/auth/second-factor/app/off', isOwn: true },
  startPhone: { method: 'POST', path: '/auth/second-factor/phone/start', isOwn: true },
  confirmPhone: { method: 'POST', path: '/auth/second-factor/phone/confirm', isOwn: true },
  turnPhoneOff: { method: 'POST', path: '/auth/second-factor/phone/off', isOwn: true },
  renewRecoveryCodes: { method: 'POST', path: '/auth/second-factor/recovery', isOwn: true },
  sendSecondCode: { method: 'POST', path: '/auth/second-factor/send-code' },
  confirmSecondFactor: { method: 'POST', path: '/auth/second-factor/confirm' },
  startGithub: { method: 'POST', path: '/auth/github/start' },
  finishGithub: { method: 'POST', path: '/auth/github/finish' },
  cancelGithub: { method: 'POST', path: '/auth/github/cancel' },
  linkMethods: { method: 'GET', path: '/auth/github/link' },
  linkGithub: { method: 'POST', path: '/auth/github/link' },
  unlinkGithub: { method: 'POST', path: '/auth/github/unlink', isOwn: true },
} as const satisfies Record<string, CallAddress>;

export type IdentityCallName = keyof typeof IDENTITY_ADDRESSES;
