import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { buyLabel, deskLabelQuery } from '../api/desk.js';
import { faultOf } from '../api/fault-of.js';
import { Section } from '../deals/section.js';
import { useUserId } from '../identity/session/auth-store.js';
import { buttonClass, PausableButton } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';

/** The label of the parcel that the member sends next, where the market buys labels. */
export function ParcelLabel({ code }: { readonly code: string }) {
  const client = useQueryClient();
  const userId = useUserId();
  const { data } = useQuery(deskLabelQuery(userId, code));
  const { mutate, isPending, error } = useMutation({ mutationFn: () => buyLabel(client, userId, code) });
  if (!data || (!data.canBuy && data.label === null)) {
    return null;
  }
  const { canBuy, label } = data;
  return (
    <Section title="Label">
      {label?.state === 'buying' ? <p role="status">The label is being bought…</p> : null}
      {label?.reason ? <FaultText>{label.reason}</FaultText> : null}
      {label?.state === 'bought' ? (
        <>
          <p className="tabular-nums wrap-anywhere">
            {label.carrier ? CARRIER_FACTS[label.carrier].name : 'Bought'} {label.trackingNumber} ·{' '}
            {label.cost}
          </p>
          {label.image ? (
            <a
              href={label.image}
              download={`label-${code}.png`}
              className={buttonClass('plain', 'self-start')}
            >
              Download the label
            </a>
          ) : null}
        </>
      ) : null}
      <FaultText>{faultOf(error)}</FaultText>
      {canBuy ? (
        <>
          <p className="text-sm text-muted">
            The address of the receiver goes to EasyPost. The cheapest carrier is charged to the account of
            the market there.
          </p>
          <PausableButton className="self-start" isPaused={isPending} onClick={() => mutate()}>
            {label === null ? 'Buy a label' : label.state === 'bought' ? 'Buy another label' : 'Try again'}
          </PausableButton>
        </>
      ) : null}
    </Section>
  );
}
