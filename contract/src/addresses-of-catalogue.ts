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
