import type { UserData } from '@perkex/contract/user-data.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type { Panel, PanelMarket, PanelMode, PanelTrader } from '@perkex/core/panels/panel.js';
import type { SellerLevel } from '@perkex/core/seller-levels.js';
import type { BuyMode } from '../links/paths.js';
import type { FeeBreakdown } from '../products/fee-breakdown.js';

/** The differences between selling and buying in the order flow (section 4). */
export interface TradeSide {
  readonly flow: 'sell' | 'buy';
  readonly title: 'Sell' | 'Buy';
  readonly orderSide: Side;
  readonly panel: Panel;
  readonly tiles: SizeTiles;
  /** The price input's name and placeholder. */
  readonly inputName: string;
  readonly modes: Readonly<Record<PanelMode, ModeTexts>>;
  /** The step after the trade, before deals have started. */
  readonly nextWithoutDeals: string;
  /** @param level the seller's */
  readonly fees: (priceCents: number, level: SellerLevel) => FeeBreakdown;
  readonly trader: (isLoggedIn: boolean, data: UserData | undefined) => PanelTrader;
  readonly details: readonly TraderDetail[];
  readonly checks: FinalChecks;
  /** The label of the review's back button. */
  readonly backFromReview: string;
  readonly path: (productId: number, size?: string, mode?: BuyMode) => string;
  /** The dashboard page with the orders of this side. */
  readonly dashboard: string;
}

/** The content of the tile of each size. */
export interface SizeTiles {
  readonly title: string;
  readonly priceName: string;
  readonly colour: string;
  /** The background and the mark of the best price of all sizes. */
  readonly bestClass: string;
  readonly bestName: string;
  readonly priceCents: (market: PanelMarket) => number;
}

/** The texts of a mode, verbatim from section 2 except for `next`. */
export interface ModeTexts {
  readonly toggle: string;
  readonly reviewButton: string;
  readonly reviewTitle: string;
  readonly prompt: string;
  readonly priceName: string;
  readonly confirmButton: string;
  /** The steps that follow the confirmation, in order. */
  readonly next: readonly string[];
  /** The steps after the trade, once deals have started (after-the-trade, "Deal states"). */
  readonly nextOfDeal: readonly string[];
}

/** A setting that an order needs (section 2, "General Settings"). */
export interface TraderDetail {
  readonly name: string;
  readonly text: (data: UserData) => string;
  /** The full setting for the review, as lines of parts; none if it is not set. */
  readonly full: (data: UserData) => readonly (readonly string[])[];
}

/** The checks of section 4, "Final checks". */
export interface FinalChecks {
  readonly labels: readonly string[];
  /** True if they are always ticked and read-only. */
  readonly areFixed: boolean;
}
