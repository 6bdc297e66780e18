import { isSize } from '@perkex/core/sizes.js';
import {
  isSizeSystem,
  type SizePreference,
  shownSize,
  sizeFor,
  systemOfUsSize,
} from '@perkex/core/sizing/size-preference.js';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api/call.js';
import { SaveQueues } from '../api/save-queue.js';
import { currentUserId } from '../identity/session/auth-store.js';
import { permanentStorage } from '../storage/storage.js';
import { SIZES_KEY } from '../storage/stored-keys.js';
import { useSizing } from './use-sizing.js';

/** The stored preference. `uid` is the user whose account has it, empty for a visitor's. */
interface CachedValue extends SizePreference {
  readonly uid: string;
}

let followedUserId: string | null = null;
/** Counts the choices in this tab, to detect a response that is older than the latest choice. */
let choices = 0;

const saves = new SaveQueues<SizePreference>();
/** The only key of `saves`. */
const SIZES = 'sizes';
/** The account's preference, restored when saving a choice fails. */
let saved: CachedValue | null = null;

/** The preference may also change in another tab. */
window.addEventListener('storage', ({ key }) => {
  if (key === SIZES_KEY) {
    show();
  }
});

/**
 * Applies the stored preference. For a logged-in user, the account's preference replaces it; if the account has none,
 * it adopts the visitor's. On logout, an account's preference leaves the browser.
 */
export function followAccount(client: QueryClient): void {
  const userId = currentUserId();
  if (userId === followedUserId) {
    return;
  }
  followedUserId = userId;
  const stored = readStored();
  if (stored !== null && stored.uid !== '' && stored.uid !== userId) {
    permanentStorage.removeItem(SIZES_KEY);
  }
  show();
  if (userId !== '') {
    // The next visit asks again. Until then the stored preference is good enough.
    askAccount(client, userId).catch(() => {});
  }
}

async function askAccount(client: QueryClient, userId: string): Promise<void> {
  const filtersBefore = choices;
  const { system, size } = await call('sizePreference', {});
  if (currentUserId() !== userId || choices !== filtersBefore) {
    return;
  }
  if (system !== null) {
    store({ system, size, uid: userId });
    return;
  }
  const stored = readStored();
  if (stored !== null && (await saveInAccount(client, stored, userId))) {
    store({ ...stored, uid: userId });
  }
}

/**
 * Applies a choice at once and stores it, for a logged-in user in their account, too.
 * @throws RefusalError, ConnectionError if the account could not save it; then the previous preference is restored
 */
export async function choosePreference(client: QueryClient, change: Partial<SizePreference>): Promise<void> {
  const before = readStored();
  const preference = { ...(before ?? firstPreference(change)), ...change };
  const userId = currentUserId();
  choices += 1;
  if (saves.newest(SIZES) === undefined) {
    saved = before;
  }
  store({ ...preference, uid: userId });
  if (userId === '') {
    return;
  }
  try {
    await saveInAccount(client, preference, userId);
  } catch (error) {
    store(saved);
    throw error;
  }
}

/** Without a chosen system, sizes use the one in which the user's size is written. */
function firstPreference({ size = null }: Partial<SizePreference>): SizePreference {
  return { system: (size === null ? null : systemOfUsSize(size)) ?? 'us-men', size };
}

/** @returns true if it is still the newest choice @throws RefusalError, ConnectionError */
async function saveInAccount(
  client: QueryClient,
  { system, size }: SizePreference,
  userId: string,
): Promise<boolean> {
  const preference = { system, size };
  const answer = await saves.save(client, SIZES, preference, {
    async send() {
      const sentence = await call('saveSizePreference', { body: { uid: userId, ...preference } });
      saved = { ...preference, uid: userId };
      return sentence;
    },
  });
  return answer !== null;
}

function store(stored: CachedValue | null): void {
  if (stored === null) {
    permanentStorage.removeItem(SIZES_KEY);
  } else {
    permanentStorage.setItem(SIZES_KEY, JSON.stringify(stored));
  }
  show();
}

function show(): void {
  const stored = readStored();
  useSizing.setState({
    sizing: stored && {
      preference: stored,
      sizeFor: (shoe) => sizeFor(stored, shoe),
      shownSize: (shoe, size) => shownSize(stored, shoe, size),
    },
  });
}

/** The storage may hold anything. */
function readStored(): CachedValue | null {
  try {
    const { system, size, uid }: Record<string, unknown> = JSON.parse(
      permanentStorage.getItem(SIZES_KEY) ?? '{}',
    );
    const isOwn = size === null || (typeof size === 'string' && isSize(size));
    return isSizeSystem(system) && isOwn && typeof uid === 'string' ? { system, size, uid } : null;
  } catch {
    return null;
  }
}
