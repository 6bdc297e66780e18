import type { UserData } from '@perkex/contract/user-data.js';
import type { PanelTrader } from '@perkex/core/panels/panel.js';
import type { SellerLevel } from '@perkex/core/seller-levels.js';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { userDataQuery } from '../api/user-data.js';
import { useUserId } from '../identity/session/auth-store.js';
import { useSellerLevel } from '../products/seller-level.js';
import type { TradeSide } from './trade-side.js';

/** The user, or visitor, at the panel. */
export interface Trader {
  /** Empty for a visitor. */
  readonly userId: string;
  /** Undefined for a visitor, and while it loads. */
  readonly data: UserData | undefined;
  readonly hasFailed: boolean;
  readonly readAgain: () => void;
  readonly standing: PanelTrader;
  readonly sellerLevel: SellerLevel;
}

export function useTrader(side: TradeSide): Trader {
  const userId = useUserId();
  const { data, isError, refetch } = useQuery(userDataQuery(userId));
  const standing = useMemo(() => side.trader(userId !== '', data), [side, userId, data]);
  return {
    userId,
    data,
    hasFailed: isError && data === undefined,
    readAgain: () => void refetch(),
    standing,
    sellerLevel: useSellerLevel(side.flow === 'sell'),
  };
}
