import type { ReactNode, SVGAttributes } from 'react';
import { sparklinePath } from './sparkline-path.js';

interface SparklineDrawingProps {
  /** Oldest first; fewer than two are no line. */
  readonly values: readonly number[];
  /** As large as it would be without its class, which stretches it. */
  readonly width: number;
  readonly height: number;
  readonly className: string;
  readonly strokeWidth?: string;
  /** How what is below the line is filled, if it is. */
  readonly area?: SVGAttributes<SVGPathElement>;
  /** What that refers to, such as a gradient. */
  readonly children?: ReactNode;
}

/** A line in the small, behind or beside figures that say the same. */
export function SparklineDrawing({
  values,
  width,
  height,
  className,
  strokeWidth = '2',
  area,
  children,
}: SparklineDrawingProps) {
  const path = sparklinePath(values, width, height);
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className={className}>
      {children}
      {area && path !== '' ? <path d={`${path}V${height}H0Z`} {...area} /> : null}
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
