import { refuse } from '../refusals.js';

export const WRONG_CODE = () => refuse(400, 'INVALID_CODE', 'This code is not right. Please try again.');

export const NOTHING_TO_CONFIRM = () =>
  refuse(409, 'NOT_STARTED', 'This took too long or had too many wrong codes. Please begin again.');

export const SIGN_IN_OVER = () =>
  refuse(401, 'SIGN_IN_OVER', 'This login took too long or had too many wrong codes. Please log in again.');
