import { CARRIER_FACTS, CARRIERS, type Carrier } from '@perkex/core/deals/carriers.js';
import { useRef, useState } from 'react';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { Link } from '../../routing/link.js';
import { SelectField } from '../../ui/field.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { canonicalCode } from '../scan/canonical-code.js';
import { ParcelToSend } from './parcel-to-send.js';
import { ScanField } from './scan-field.js';
import type { SentParcel } from './sent-parcel.js';

/** The parcels of this visit that stay on the screen. */
const MAX_SHOWN = 20;
const WRONG = 'This is not the code of a deal. Scan the packing slip first.';

/**
 * Sends pair after pair with a scanner that types and presses Enter: the code of the slip, then the bar code of the
 * carrier's label (after-the-trade, "The desk").
 */
export function ParcelsPage() {
  usePageTitle('Send parcels');
  const [carrier, setCarrier] = useState<Carrier>('ups');
  const [code, setCode] = useState<string | null>(null);
  const [sent, setSent] = useState<readonly SentParcel[]>([]);
  const slips = useRef(0);

  function scanSlip(text: string): string | null {
    const scanned = canonicalCode(text);
    if (scanned === null) {
      return WRONG;
    }
    slips.current += 1;
    setCode(scanned);
    return null;
  }

  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div>
        <BackLink to={paths.desk('to-send')}>Desk</BackLink>
        <h1 className="text-3xl md:text-4xl">Send parcels</h1>
        <p className="mt-2 max-w-prose text-muted">
          Scan the code of a packing slip, then the carrier’s label on the parcel. The receiver gets the
          tracking number.
        </p>
      </div>
      <div className="max-w-60">
        <SelectField
          label="Carrier"
          value={carrier}
          onChange={({ target }) => setCarrier(CARRIERS.find((each) => each === target.value) ?? carrier)}
        >
          {CARRIERS.map((each) => (
            <option key={each} value={each}>
              {CARRIER_FACTS[each].name}
            </option>
          ))}
        </SelectField>
      </div>
      {code === null ? (
        <ScanField label="Packing slip" onScan={scanSlip} />
      ) : (
        <ParcelToSend
          // The same slip again is a new parcel, so that the field gets the focus.
          key={`${code} ${slips.current}`}
          code={code}
          carrier={carrier}
          onSlip={scanSlip}
          onSent={(parcel) => {
            setSent((earlier) => [parcel, ...earlier].slice(0, MAX_SHOWN));
            // The next pair may be open by now.
            setCode((current) => (current === parcel.code ? null : current));
          }}
          onCancel={() => setCode(null)}
        />
      )}
      <section aria-labelledby="sent" className="flex flex-col gap-2">
        <h2 id="sent" className="text-2xl">
          Sent
        </h2>
        <div role="status" className="text-muted">
          {sent[0] ? `Sent: ${sent[0].name}, size ${sent[0].size}.` : 'Nothing yet on this page.'}
        </div>
        {sent.length === 0 ? null : (
          <ol aria-label="Sent parcels, newest first" className="divide-y divide-line border-y border-line">
            {sent.map((parcel) => (
              <li key={`${parcel.code} ${parcel.trackingNumber}`} className="flex flex-col gap-1 py-3">
                <Link
                  to={paths.deskDeal(parcel.code)}
                  className="self-start underline underline-offset-4 tabular-nums wrap-anywhere"
                >
                  {parcel.code}
                </Link>
                <span className="text-sm text-muted wrap-anywhere">
                  {CARRIER_FACTS[parcel.carrier].name} {parcel.trackingNumber}
                </span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}
