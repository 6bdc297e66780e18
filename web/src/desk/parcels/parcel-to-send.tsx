import { type Carrier, trackingNumberOf, wrongNumberText } from '@perkex/core/deals/carriers.js';
import type { ParcelStep } from '@perkex/core/deals/desk-steps.js';
import { useQuery } from '@tanstack/react-query';
import { RefusalError } from '../../api/call.js';
import { type DeskDeal, deskDealQuery } from '../../api/desk.js';
import { Section } from '../../deals/section.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { Item } from '../../lists/item.js';
import { Link } from '../../routing/link.js';
import { PausableButton } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { LoadingState } from '../../ui/loading-state.js';
import { Address } from '../address.js';
import { canonicalCode } from '../scan/canonical-code.js';
import { useMemberSteps } from '../use-member-steps.js';
import { ScanField } from './scan-field.js';
import type { SentParcel } from './sent-parcel.js';

interface ParcelToSendProps {
  readonly code: string;
  readonly carrier: Carrier;
  /** Called with the text of another slip. */
  readonly onSlip: (text: string) => string | null;
  readonly onSent: (parcel: SentParcel) => void;
  readonly onCancel: () => void;
}

/** The pair of a scanned slip, its receiver, and the field for the carrier's label. */
export function ParcelToSend({ code, ...rest }: ParcelToSendProps) {
  const { data, error, refetch } = useQuery(deskDealQuery(useUserId(), code));
  if (data) {
    return <PairToSend deal={data} {...rest} />;
  }
  if (error instanceof RefusalError && error.code === 'unknown-code') {
    return <NotToSend reason="No deal has this code." onSlip={rest.onSlip} />;
  }
  return <LoadingState isError={error !== null} refetch={refetch} failure="The deal could not be loaded." />;
}

const SAVING = 'The last parcel is still being saved.';

/** The pairs that leave: to their buyers, or back to their sellers. */
const LEAVING: readonly ParcelStep[] = ['send', 'return-pair'];

function PairToSend({
  deal,
  carrier,
  onSlip,
  onSent,
  onCancel,
}: Omit<ParcelToSendProps, 'code'> & { readonly deal: DeskDeal }) {
  const { isBusy, fault, take } = useMemberSteps(deal);
  const step = LEAVING.find((each) => deal.deskSteps.includes(each));
  const { code, name, size, sendTo } = deal;
  // Once the step is taken, the deal has it no longer, a moment before `onSent` is called.
  if (!step && !isBusy) {
    const reason = deal.isOwn
      ? 'You are the buyer or the seller of this deal. Another member sends it.'
      : 'This pair cannot be sent now.';
    return (
      <>
        <NotToSend reason={reason} onSlip={onSlip} />
        <Link to={paths.deskDeal(code)} className="self-start underline underline-offset-4">
          View the deal
        </Link>
      </>
    );
  }

  function scanLabel(text: string): string | null {
    if (isBusy) {
      // Another pair would hide that this one was refused.
      return SAVING;
    }
    const trackingNumber = trackingNumberOf(carrier, text);
    if (trackingNumber === null) {
      // Another slip: the member has put this pair aside.
      return canonicalCode(text) === null ? wrongNumberText(carrier) : onSlip(text);
    }
    if (step) {
      const parcel = { carrier, trackingNumber };
      void take({ call: 'takeDeskStep', step, parcel }).then((isTaken) => {
        if (isTaken) {
          onSent({ code, name, size, ...parcel });
        }
      });
    }
    return null;
  }

  return (
    <div className="flex flex-col gap-5">
      <Item row={deal} />
      {step ? (
        <Section title={step === 'send' ? 'Send to the buyer' : 'Send back to the seller'}>
          <Address lines={sendTo ?? []} />
        </Section>
      ) : null}
      <FaultText>{fault}</FaultText>
      <ScanField label="Carrier’s label" onScan={scanLabel} />
      <PausableButton className="self-start" isPaused={isBusy} onClick={onCancel}>
        Another pair
      </PausableButton>
    </div>
  );
}

interface NotToSendProps {
  readonly reason: string;
  readonly onSlip: (text: string) => string | null;
}

function NotToSend({ reason, onSlip }: NotToSendProps) {
  return (
    <div className="flex flex-col gap-5">
      <FaultText>{reason}</FaultText>
      <ScanField label="Packing slip" onScan={onSlip} />
    </div>
  );
}
