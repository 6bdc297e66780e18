import type { CallAddress } from './call-addresses.js';

/** The addresses about members, as parts of `CALL_ADDRESSES`. */
export const ADDRESSES_OF_MEMBERS = {
  deskMembers: { method: 'GET', path: '/desk/members', for: 'admin' },
  inviteMember: { method: 'POST', path: '/desk/members/invite', for: 'admin' },
  withdrawInvitation: { method: 'POST', path: '/desk/members/withdraw', for: 'admin' },
  acceptInvitation: { method: 'POST', path: '/invitations/accept', for: 'user' },
  savedFilters: { method: 'GET', path: '/desk/filters', for: 'member' },
  saveFilter: { method: 'POST', path: '/desk/filters/save', for: 'member' },
  removeFilter: { method: 'POST', path: '/desk/filters/remove', for: 'member' },
} as const satisfies Record<string, CallAddress>;
