import { permanentStorage } from './storage.js';

const KEY = 'viewed-products';
const MOST = 12;

/** The ids of the products that this browser has looked at, the last one first. */
export function viewedProducts(): number[] {
  const ids = (permanentStorage.getItem(KEY) ?? '').split(',').map(Number);
  return ids.filter((id) => Number.isInteger(id) && id > 0).slice(0, MOST);
}

/** Remembers that this browser looks at a product. */
export function noteViewed(id: number): void {
  const others = viewedProducts().filter((viewed) => viewed !== id);
  permanentStorage.setItem(KEY, [id, ...others].slice(0, MOST).join());
}
