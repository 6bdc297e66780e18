import { permanentStorage, storedIn } from '../storage/storage.js';

/**
 * The id of the last user whom the desk let in, or asked for a second factor. The dashboard has a link to the desk for
 * them. Traders are never asked about.
 */
const KEY = 'desk-member';

export function isDeskMember(userId: string): boolean {
  return userId !== '' && storedIn(permanentStorage, KEY) === userId;
}

/** Stores whether this user is a member. */
export function storeDeskMember(userId: string, isMember: boolean): void {
  if (isMember) {
    permanentStorage.setItem(KEY, JSON.stringify(userId));
  } else if (isDeskMember(userId)) {
    permanentStorage.removeItem(KEY);
  }
}
