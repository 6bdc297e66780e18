import { useMemo } from 'react';
import { encode } from 'uqr';

/** The margin that the standard requires, in modules. */
const QUIET_ZONE = 4;

interface QrCodeProps {
  readonly text: string;
  /** The accessible name. */
  readonly name: string;
  readonly className?: string;
}

/** A QR code, dark on white in every theme, because many readers need that. */
export function QrCode({ text, name, className = 'size-56' }: QrCodeProps) {
  const { size, dark } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`shrink-0 rounded-control border border-line ${className}`}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={dark} fill="#0c0c0d" />
    </svg>
  );
}

function drawn(text: string): { size: number; dark: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, dark: squares.join('') };
}
