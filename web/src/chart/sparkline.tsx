import { SparklineDrawing } from './sparkline-drawing.js';

const WIDTH = 96;
const HEIGHT = 32;

interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** True for a line without colour, because the figures beside it belong to another time. */
  readonly isPlain?: boolean;
  /** Sets its size and position. */
  readonly className?: string;
}

/** A small line beside figures with the same content: green when it rises, red when it falls. */
export function Sparkline({ values, isPlain = false, className = 'h-8 w-24' }: SparklineProps) {
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const colour = isPlain || last === first ? 'text-muted' : last < first ? 'text-fall' : 'text-rise';
  return (
    <SparklineDrawing
      values={values}
      width={WIDTH}
      height={HEIGHT}
      className={`${colour} ${className}`}
      strokeWidth="1.5"
    />
  );
}
