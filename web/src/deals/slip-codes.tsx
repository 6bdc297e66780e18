import { BarCode } from '../ui/bar-code.js';
import { QrCode } from '../ui/qr-code.js';

/** The code of a deal on its papers: as a bar code, in characters, and as a QR code. */
export function SlipCodes({ code }: { readonly code: string }) {
  // The hyphens are for people.
  const scanned = code.replaceAll('-', '');
  return (
    <div className="flex break-inside-avoid flex-wrap items-center justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-1">
        <BarCode text={scanned} name="The code as a bar code" />
        <p className="text-lg font-semibold tracking-wide tabular-nums wrap-anywhere">{code}</p>
      </div>
      <QrCode text={scanned} name="The code as a QR code" className="size-[32mm]" />
    </div>
  );
}
