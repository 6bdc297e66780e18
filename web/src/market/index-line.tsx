import { SparklineDrawing } from '../chart/sparkline-drawing.js';

interface IndexLineProps {
  /** Oldest first; at least two. */
  readonly values: readonly number[];
  readonly className: string;
}

/** A small line of the index, where figures beside it have the same content. */
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
