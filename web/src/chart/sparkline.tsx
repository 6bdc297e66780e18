import { SparklineDrawing } from './sparkline-drawing.js';

const WIDTH = 96;
const HEIGHT = 32;

interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** Whether it has no colour, since the figures beside it tell of another time. */
  readonly isPlain?: boolean;
  /** Its size and place. */
  readonly className?: string;
}

/** A small line beside figures that say the same: green when it rises, red when it falls. */
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
