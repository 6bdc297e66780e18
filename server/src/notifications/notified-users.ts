import * as z from 'zod/mini';
import { changeKind } from '../feed/change-kind.js';

/** The ids of users whose notifications have changed. */
export const NOTIFIED_USERS = changeKind('notified', z.string());
