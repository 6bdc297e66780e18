import { CALL_KINDS, type CallKind } from '@perkex/core/deals/deal.js';
import type { DealKey } from '../deals/deal-key.js';

/** The key of a call to the payment provider: the step that decided to make it, and its kind. */
export interface CallKey extends DealKey {
  readonly version: number;
  readonly kind: CallKind;
}

/** The kinds of calls that take money from a user. */
const COLLECT_KINDS = ['collect', 'collect-debt'] as const satisfies CallKind[];
export type CollectKind = (typeof COLLECT_KINDS)[number];

export function isCollecting<Key extends Pick<CallKey, 'kind'>>(
  key: Key,
): key is Key & { readonly kind: CollectKind } {
  return COLLECT_KINDS.some((kind) => kind === key.kind);
}

const NAME = new RegExp(
  `^(\\d{1,10})/([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})/(\\d{1,10})/(${CALL_KINDS.join('|')})$`,
);

/** The name of a call, which the provider stores with what it creates: `12/1e8c…/3/refund`. */
export function nameOfCall({ productId, id, version, kind }: CallKey): string {
  return `${productId}/${id}/${version}/${kind}`;
}

/** Parses the name of a call; null for any other text. */
export function parseCallName(name: string): CallKey | null {
  const [, productId, id, version, kind] = NAME.exec(name) ?? [];
  return productId && id && version && kind
    ? { productId: Number(productId), id, version: Number(version), kind: kind as CallKind }
    : null;
}
