import type { ByParty } from '@perkex/core/deals/by-party.js';

/** A user's deal, from their side. */
export const DEAL_NAMES: ByParty<string> = { buyer: 'purchase', seller: 'sale' };
