import type { UserData } from '@perkex/contract/user-data.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type { Panel, PanelMarket, PanelMode, PanelTrader } from '@perkex/core/panels/panel.js';

/** What tells selling and buying apart on the screens of the order flow (section 4). */
export interface TradeSide {
  readonly flow: 'sell' | 'buy';
  readonly title: 'Sell' | 'Buy';
  readonly orderSide: Side;
  readonly panel: Panel;
  readonly tiles: SizeTiles;
  /** The price input's name and placeholder. */
  readonly inputName: string;
  readonly modes: Readonly<Record<PanelMode, ModeTexts>>;
  readonly fees: (price: number) => FeeBreakdown;
  readonly trader: (isLoggedIn: boolean, data: UserData | undefined) => PanelTrader;
  readonly details: readonly TraderDetail[];
  readonly checks: FinalChecks;
  /** The button of the review that leads back to the panel. */
  readonly backFromReview: string;
  readonly path: (productId: number, size?: string) => string;
  /** Where the orders of this side stand. */
  readonly dashboard: string;
}

/** What the size selection shows of each size. */
export interface SizeTiles {
  readonly title: string;
  readonly priceName: string;
  readonly colour: string;
  readonly price: (market: PanelMarket) => number;
}

/** The words of a mode, letter by letter (section 2). */
export interface ModeTexts {
  readonly toggle: string;
  readonly reviewButton: string;
  readonly reviewTitle: string;
  readonly prompt: string;
  readonly priceName: string;
  readonly confirmButton: string;
}

/** Section 9. */
export interface FeeBreakdown {
  readonly lines: readonly { readonly name: string; readonly amountCents: number }[];
  readonly totalCents: number;
}

/** Something that a user has to have set before an order (section 2, "General Settings"). */
export interface TraderDetail {
  readonly name: string;
  readonly text: (data: UserData) => string;
}

/** Section 4, "Final checks". */
export interface FinalChecks {
  readonly labels: readonly string[];
  /** Whether they are ticked already and only to be read. */
  readonly areFixed: boolean;
}
