import {
  type JWTClaimVerificationOptions,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  UnsecuredJWT,
} from 'jose';
import type { Clock } from '../../clock/clock.js';
import { KeysAwayError } from './google-keys.js';

export interface TokenOwner {
  readonly userId: string;
  readonly isEmailProved: boolean;
  /** When the user signed in, in seconds since 1970. */
  readonly provedAtSeconds: number;
  /** True if the sign-in used a second factor. */
  readonly hasSecondFactor: boolean;
}

/** Returns the owner of an ID token; null for an invalid one. @throws KeysAwayError when it cannot be verified */
export type IdTokenReader = (token: string) => Promise<TokenOwner | null>;

/** Google's tokens are about 1 kB. */
const MAX_TOKEN_LENGTH = 4_096;
const MAX_UID_LENGTH = 128;
const LIFETIME_SECONDS = 60 * 60;
/** Tolerates clock differences. */
const TOLERANCE_SECONDS = 60;

/** Reads tokens signed by one of the keys. */
export function signedTokenReader(projectId: string, keys: JWTVerifyGetKey, clock: Clock): IdTokenReader {
  return reader(clock, async (token, now) => {
    const options = { ...claimsOf(projectId, now), algorithms: ['RS256'] };
    return (await jwtVerify(token, keys, options)).payload;
  });
}

/** Reads the tokens of Google's Auth emulator, which are unsigned: anyone can write one. */
export function unsignedTokenReader(projectId: string, clock: Clock): IdTokenReader {
  return reader(clock, async (token, now) => UnsecuredJWT.decode(token, claimsOf(projectId, now)).payload);
}

function claimsOf(projectId: string, currentDate: Date): JWTClaimVerificationOptions {
  return {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    maxTokenAge: LIFETIME_SECONDS,
    clockTolerance: TOLERANCE_SECONDS,
    currentDate,
  };
}

function reader(clock: Clock, verify: (token: string, now: Date) => Promise<JWTPayload>): IdTokenReader {
  return async (token) => {
    if (token.length > MAX_TOKEN_LENGTH) {
      return null;
    }
    try {
      const nowMs = clock.wallMs();
      return ownerOf(await verify(token, new Date(nowMs)), nowMs);
    } catch (error) {
      if (error instanceof KeysAwayError) {
        throw error;
      }
      return null;
    }
  };
}

function ownerOf(
  { sub, aud, auth_time, firebase, email_verified }: JWTPayload,
  nowMs: number,
): TokenOwner | null {
  const isUid = typeof sub === 'string' && sub !== '' && sub.length <= MAX_UID_LENGTH;
  const isGood = isUid && typeof aud === 'string' && !isOfTenant(firebase);
  return isGood && isPast(auth_time, nowMs)
    ? {
        userId: sub,
        isEmailProved: email_verified === true,
        provedAtSeconds: auth_time,
        hasSecondFactor: hasMember(firebase, 'sign_in_second_factor'),
      }
    : null;
}

function isPast(seconds: unknown, nowMs: number): seconds is number {
  return typeof seconds === 'number' && seconds <= nowMs / 1_000 + TOLERANCE_SECONDS;
}

/** A tenant of the project has users of its own, who are not ours. */
function isOfTenant(firebase: unknown): boolean {
  return hasMember(firebase, 'tenant');
}

/** Google describes the sign-in in a claim of this name. */
function hasMember(firebase: unknown, name: string): boolean {
  return typeof firebase === 'object' && firebase !== null && name in firebase;
}
