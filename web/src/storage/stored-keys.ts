/** The key of the stored part of the auth state (section 3, "Auth state"). */
export const AUTH_STORAGE_KEY = 'persist:root';

/** The key of the size preference, of visitors and users. */
export const SIZES_KEY = 'perkex:sizes';
