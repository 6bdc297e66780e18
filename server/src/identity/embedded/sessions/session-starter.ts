import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';

const startSchema = z.object({ userId: z.string(), remember: z.boolean() });

/**
 * Starts sessions that no password began: after GitHub, after a second factor. It has no path, so that only the server
 * itself can call it, and hears the session's token.
 */
export const sessionStarter = {
  id: 'perkex-session-starter',
  endpoints: {
    startSession: createAuthEndpoint({ method: 'POST', body: startSchema }, async (context) => {
      const { userId, remember } = context.body;
      const { internalAdapter } = context.context;
      const user = await internalAdapter.findUserById(userId);
      if (!user) {
        throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_FOUND', message: 'This account is gone.' });
      }
      const session = await internalAdapter.createSession(userId, !remember);
      await setSessionCookie(context, { session, user }, !remember);
      return context.json({ token: session.token });
    }),
  },
} satisfies BetterAuthPlugin;
