import type { ReactNode, SVGAttributes } from 'react';
import { sparklinePath } from './sparkline-path.js';

interface SparklineDrawingProps {
  /** Oldest first; fewer than two draw no line. */
  readonly values: readonly number[];
  /** The size without the class, which stretches it. */
  readonly width: number;
  readonly height: number;
  readonly className: string;
  readonly strokeWidth?: string;
  /** The fill of the area below the line, if any. */
  readonly area?: SVGAttributes<SVGPathElement>;
  /** Definitions for the fill, such as a gradient. */
  readonly children?: ReactNode;
}

/** A small line behind or beside figures with the same content. */
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
