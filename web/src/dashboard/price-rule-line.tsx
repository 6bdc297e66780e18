import { useQuery } from '@tanstack/react-query';
import { type PriceRuleRow, priceRulesQuery } from '../api/price-rules.js';
import { useDashboardUserId } from '../user/user.js';
import { priceRuleText } from './price-rule-text.js';

/** The rules of the user's asks, by the names of the asks; empty until they have loaded. */
export function usePriceRules(isOfAsks = true): ReadonlyMap<string, PriceRuleRow> {
  const userId = useDashboardUserId();
  return useQuery(priceRulesQuery(isOfAsks ? userId : '')).data ?? new Map();
}

/** Says which rule an ask has, and what it does now. */
export function PriceRuleLine({ rule }: { readonly rule: PriceRuleRow | undefined }) {
  return rule === undefined ? null : (
    <span className="text-sm/5 text-muted tabular-nums">{priceRuleText(rule, Date.now())}</span>
  );
}
