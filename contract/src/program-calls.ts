import { CALL_ADDRESSES, type CallAddress, type CallName } from './call-addresses.js';
import { CALLS, type CallDescription } from './calls.js';

/** Open calls of these subjects are for programs, too. */
const OPEN_TAGS: readonly string[] = ['products', 'market', 'live', 'health'];
/** Open calls that only the pages need. */
const PAGE_CALLS: readonly CallName[] = ['shelves', 'banners', 'campaigns', 'cards'];

/** The calls that programs may make: with a key, or without. */
export const PROGRAM_CALLS: readonly CallName[] = (Object.keys(CALL_ADDRESSES) as CallName[]).filter(
  (name) => {
    const { for: audience, scope }: CallAddress = CALL_ADDRESSES[name];
    const { tag }: CallDescription = CALLS[name];
    return (
      scope !== undefined || (audience === 'anybody' && OPEN_TAGS.includes(tag) && !PAGE_CALLS.includes(name))
    );
  },
);
