import { sparklinePath } from '../chart/sparkline-path.js';

const WIDTH = 400;
const HEIGHT = 160;

interface IndexLineProps {
  /** Oldest first; two at least. */
  readonly values: readonly number[];
  readonly className: string;
}

/** The line of the index in the small, where figures beside it say the same. */
export function IndexLine({ values, className }: IndexLineProps) {
  const path = sparklinePath(values, WIDTH, HEIGHT);
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={className}>
      <path d={`${path}V${HEIGHT}H0Z`} className="fill-card" />
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
