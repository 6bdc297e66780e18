import type { CallAddress } from './call-addresses.js';

/** The addresses of the catalogue at the desk, as parts of `CALL_ADDRESSES`. */
export const ADDRESSES_OF_CATALOGUE = {
  deskProduct: { method: 'GET', path: '/desk/catalogue/products/:product', for: 'admin' },
  saveProduct: { method: 'POST', path: '/desk/catalogue/products/save', for: 'admin' },
  hiddenProducts: { method: 'GET', path: '/desk/catalogue/hidden', for: 'admin' },
  hideProduct: { method: 'POST', path: '/desk/catalogue/products/hide', for: 'admin' },
  mergeProduct: { method: 'POST', path: '/desk/catalogue/products/merge', for: 'admin' },
  productDrafts: { method: 'GET', path: '/desk/catalogue/drafts', for: 'admin' },
  productDraft: { method: 'GET', path: '/desk/catalogue/drafts/:draft', for: 'admin' },
  saveDraft: { method: 'POST', path: '/desk/catalogue/drafts/save', for: 'admin' },
  discardDraft: { method: 'POST', path: '/desk/catalogue/drafts/discard', for: 'admin' },
  publishDraft: { method: 'POST', path: '/desk/catalogue/drafts/publish', for: 'admin' },
  addPicture: { method: 'POST', path: '/desk/catalogue/pictures', for: 'admin' },
  previewImport: { method: 'POST', path: '/desk/catalogue/imports/preview', for: 'admin' },
  importProducts: { method: 'POST', path: '/desk/catalogue/imports', for: 'admin' },
  catalogueImports: { method: 'GET', path: '/desk/catalogue/imports', for: 'admin' },
  deskAliases: { method: 'GET', path: '/desk/catalogue/aliases', for: 'admin' },
  previewAlias: { method: 'GET', path: '/desk/catalogue/aliases/preview', for: 'admin' },
  saveAlias: { method: 'POST', path: '/desk/catalogue/aliases/save', for: 'admin' },
  removeAlias: { method: 'POST', path: '/desk/catalogue/aliases/remove', for: 'admin' },
  undoImport: { method: 'POST', path: '/desk/catalogue/imports/undo', for: 'admin' },
} as const satisfies Record<string, CallAddress>;

/** The addresses of campaigns, as parts of `CALL_ADDRESSES`. */
export const ADDRESSES_OF_CAMPAIGNS = {
  campaigns: {
    method: 'GET',
    path: '/home/campaigns',
    for: 'anybody',
    isCached: true,
    tags: ['campaigns', 'shown books', 'catalogue'],
  },
  deskCampaigns: { method: 'GET', path: '/desk/campaigns', for: 'admin' },
  saveCampaign: { method: 'POST', path: '/desk/campaigns/save', for: 'admin' },
  removeCampaign: { method: 'POST', path: '/desk/campaigns/remove', for: 'admin' },
} as const satisfies Record<string, CallAddress>;

/** The addresses of single sales and of the days of the market, as parts of `CALL_ADDRESSES`. */
export const ADDRESSES_OF_MARKET = {
  soldPair: {
    method: 'GET',
    path: '/:id(^\\d+$)/sales/:sale',
    for: 'anybody',
    isCached: true,
    tags: ['sales'],
  },
  marketDay: {
    method: 'GET',
    path: '/market/days/:day',
    for: 'anybody',
    isCached: true,
    tags: ['catalogue', 'past days'],
  },
} as const satisfies Record<string, CallAddress>;

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
