import * as z from 'zod/mini';
import { changeKind } from '../feed/change-kind.js';

/** The ids of users with sessions that have ended or changed. */
export const CHANGED_SESSIONS = changeKind('sessionsOf', z.string());
