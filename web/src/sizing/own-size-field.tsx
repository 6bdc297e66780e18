import { convertSize } from '@perkex/core/sizing/convert-size.js';
import { SelectField } from '../ui/field.js';

/** A well-known chart that helps users find their size. */
const KNOWN_SHOE = { brand: 'Nike', name: '' };

/** The US sizes to choose from. */
const RUNS = [
  { name: 'Men’s', letter: '', first: 3.5, last: 15 },
  { name: 'Women’s', letter: 'W', first: 5, last: 12 },
  { name: 'Youth', letter: 'Y', first: 1, last: 7 },
] as const;

interface OwnSizeFieldProps {
  /** Null if not chosen. */
  readonly size: string | null;
  readonly onChoose: (size: string | null) => void;
}

/** Chooses one's own size. Shows the other systems as Nike prints them. */
export function OwnSizeField({ size, onChoose }: OwnSizeFieldProps) {
  const isListed = size === null || RUNS.some((run) => sizesOf(run).includes(size));
  return (
    <SelectField
      label="My size"
      value={size ?? ''}
      onChange={({ target: { value } }) => onChoose(value === '' ? null : value)}
    >
      <option value="">Not set</option>
      {isListed ? null : <option value={size}>US {size}</option>}
      {RUNS.map((run) => (
        <optgroup key={run.name} label={run.name}>
          {sizesOf(run).map((known) => (
            <option key={known} value={known}>
              {optionText(known)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

function sizesOf({ letter, first, last }: (typeof RUNS)[number]): string[] {
  return Array.from({ length: (last - first) * 2 + 1 }, (_, index) => `${first + index / 2}${letter}`);
}

function optionText(size: string): string {
  const { eu } = convertSize(KNOWN_SHOE, size);
  return eu === null ? `US ${size}` : `US ${size} (EU ${eu} of Nike)`;
}
