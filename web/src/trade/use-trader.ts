import type { UserData } from '@perkex/contract/user-data.js';
import type { PanelTrader } from '@perkex/core/panels/panel.js';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { userDataQuery } from '../api/user-data.js';
import { useUid } from '../session/auth-store.js';
import type { TradeSide } from './trade-side.js';

/** Who sits before the panel. */
export interface Trader {
  /** Empty for a visitor. */
  readonly uid: string;
  /** Undefined while they are on their way, and for a visitor. */
  readonly data: UserData | undefined;
  readonly isFaulty: boolean;
  readonly readAgain: () => void;
  readonly standing: PanelTrader;
}

export function useTrader(side: TradeSide): Trader {
  const uid = useUid();
  const { data, isError, refetch } = useQuery(userDataQuery(uid));
  const standing = useMemo(() => side.trader(uid !== '', data), [side, uid, data]);
  return { uid, data, isFaulty: isError && data === undefined, readAgain: () => void refetch(), standing };
}
