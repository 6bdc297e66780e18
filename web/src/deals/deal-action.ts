import type { OwnDeal } from '../api/deals.js';

/** The properties of a part of the page in which the user acts on a deal. */
export interface DealActionProps {
  readonly deal: OwnDeal;
  /** Called when a step was taken and its dialog is closed. */
  readonly onTaken: () => void;
}
