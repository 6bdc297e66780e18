import { SparklineDrawing } from '../chart/sparkline-drawing.js';

interface IndexLineProps {
  /** Oldest first; two at least. */
  readonly values: readonly number[];
  readonly className: string;
}

/** The line of the index in the small, where figures beside it say the same. */
export function IndexLine({ values, className }: IndexLineProps) {
  return (
    <SparklineDrawing
      values={values}
      width={400}
      height={160}
      className={className}
      area={{ className: 'fill-card' }}
    />
  );
}
