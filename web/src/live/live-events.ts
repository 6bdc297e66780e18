import type {
  LiveBook,
  LiveLevels,
  LiveNotice,
  LiveOdd,
  LiveOrder,
  LiveSale,
  LiveTrade,
} from '@perkex/contract/live.js';

/** What the streams tell, by the names of their events. */
interface LiveData {
  readonly book: LiveBook;
  readonly sale: LiveSale;
  readonly odd: LiveOdd;
  readonly levels: LiveLevels;
  readonly order: LiveOrder;
  readonly trade: LiveTrade;
  readonly notice: LiveNotice;
  /** Something may have been missed, of the market or of one's own: whoever keeps what events told reads it anew. */
  readonly reset: { readonly isOwn: boolean };
}

export type LiveEvent = {
  readonly [Name in keyof LiveData]: { readonly name: Name; readonly data: LiveData[Name] };
}[keyof LiveData];

/** What a screen wants to be told. Queries need no listener: `follow.ts` has them read again. */
export interface LiveListener {
  readonly onBook?: (book: LiveBook) => void;
  readonly onSale?: (sale: LiveSale) => void;
  /** What became of an own order, an own sale or purchase, and of the notices. */
  readonly onOrder?: (order: LiveOrder) => void;
  readonly onTrade?: (trade: LiveTrade) => void;
  readonly onNotice?: (notice: LiveNotice) => void;
  readonly onReset?: () => void;
}

export function tell(listener: LiveListener, event: LiveEvent): void {
  switch (event.name) {
    case 'book':
      listener.onBook?.(event.data);
      return;
    case 'sale':
      listener.onSale?.(event.data);
      return;
    case 'order':
      listener.onOrder?.(event.data);
      return;
    case 'trade':
      listener.onTrade?.(event.data);
      return;
    case 'notice':
      listener.onNotice?.(event.data);
      return;
    case 'reset':
      listener.onReset?.();
      return;
    // A screen that shows them reads them again.
    case 'levels':
    case 'odd':
  }
}
