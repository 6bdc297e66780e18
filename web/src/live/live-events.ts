import type {
  LiveBook,
  LiveLevels,
  LiveNotification,
  LiveOdd,
  LiveOrder,
  LiveSale,
  LiveTrade,
  LiveVoid,
} from '@perkex/contract/live.js';

/** The payloads of the streams, by event name. */
interface LiveData {
  readonly book: LiveBook;
  readonly sale: LiveSale;
  readonly odd: LiveOdd;
  readonly void: LiveVoid;
  readonly levels: LiveLevels;
  readonly order: LiveOrder;
  readonly trade: LiveTrade;
  readonly notice: LiveNotification;
  /** Events of the market or of the user may have been missed. State that is built from events must be refetched. */
  readonly reset: { readonly isOwn: boolean };
}

export type LiveEvent = {
  readonly [Name in keyof LiveData]: { readonly name: Name; readonly data: LiveData[Name] };
}[keyof LiveData];

/** The events that a screen handles. Queries need no listener: `follow.ts` refetches them. */
export interface LiveListener {
  readonly onBook?: (book: LiveBook) => void;
  readonly onSale?: (sale: LiveSale) => void;
  readonly onVoid?: (sale: LiveVoid) => void;
  /** Events of the user: trades and notifications. */
  readonly onTrade?: (trade: LiveTrade) => void;
  readonly onNotification?: (notice: LiveNotification) => void;
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
    case 'void':
      listener.onVoid?.(event.data);
      return;
    case 'trade':
      listener.onTrade?.(event.data);
      return;
    case 'notice':
      listener.onNotification?.(event.data);
      return;
    case 'reset':
      listener.onReset?.();
      return;
    // Screens with these refetch their queries.
    case 'levels':
    case 'odd':
    case 'order':
  }
}
