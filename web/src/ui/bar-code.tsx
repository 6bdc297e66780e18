import { encodeCode128 } from 'etiket/barcode';
import { useMemo } from 'react';

/** The margin that the standard requires, in modules. */
const QUIET_ZONE = 10;
const HEIGHT = 50;
/** The width of a module on paper, which cheap scanners read at arm's length. */
const MODULE_MM = 0.38;

interface BarCodeProps {
  readonly text: string;
  /** The accessible name. */
  readonly name: string;
}

/** A text as Code 128, dark on white in every theme. It is smaller on a narrow screen, and never on paper. */
export function BarCode({ text, name }: BarCodeProps) {
  const { width, dark } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      style={{ width: `${width * MODULE_MM}mm` }}
      className="h-[18mm] max-w-full"
    >
      <rect width={width} height={HEIGHT} fill="#ffffff" />
      <path d={dark} fill="#0c0c0d" />
    </svg>
  );
}

function drawn(text: string): { width: number; dark: string } {
  let place = QUIET_ZONE;
  let dark = '';
  // The widths of bars and spaces in turn.
  for (const [index, width] of encodeCode128(text).entries()) {
    dark += index % 2 === 0 ? `M${place} 0h${width}v${HEIGHT}h-${width}z` : '';
    place += width;
  }
  return { width: place + QUIET_ZONE, dark };
}
