import * as z from 'zod/mini';
import { ROLES } from './roles.js';

/** A user as a member of the market, now or earlier. The role is null once it is revoked. */
export const membershipSchema = z.object({ name: z.string(), role: z.nullable(z.enum(ROLES)) });
