import type { StepDetails } from '@perkex/contract/deals.js';
import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import { PROBLEMS } from './step-words.js';

/** The parcel or the words that the user gave with a step. */
export function Details({ carrier, trackingNumber, problem, reason }: StepDetails) {
  return (
    <>
      {carrier === null ? null : (
        <p className="mt-1 text-sm wrap-anywhere">
          {CARRIER_FACTS[carrier].name} {trackingNumber}
        </p>
      )}
      {problem === null ? null : <p className="mt-1 text-sm">{PROBLEMS[problem]}</p>}
      {reason === null ? null : <p className="mt-1 max-w-prose text-sm wrap-anywhere">“{reason}”</p>}
    </>
  );
}
