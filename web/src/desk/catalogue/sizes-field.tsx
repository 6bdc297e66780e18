import { isSize } from '@perkex/core/sizes.js';
import { TextField } from '../../ui/field.js';
import { RUN_NAMES, runOf, sizesIn, withSizes } from './size-runs.js';

interface SizesFieldProps {
  /** Sizes with spaces between them. */
  readonly value: string;
  /** The audience, or empty. */
  readonly kind: string;
  /** Sizes that stay, because they may hold orders. */
  readonly fixed: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The sizes of a product: typed, or chosen from those that are usual for its audience. */
export function SizesField({ value, kind, fixed, error, onChange }: SizesFieldProps) {
  const sizes = sizesIn(value);
  const run = runOf(kind);
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Sizes, with spaces between them"
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => {
          if (sizes.every(isSize)) {
            onChange(withSizes([...new Set([...sizes, ...fixed])]));
          }
        }}
      />
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1.5 text-sm text-muted">Usual sizes for {RUN_NAMES[run.name]}</legend>
        {run.sizes.map((size) => {
          const isChosen = sizes.includes(size);
          const isFixed = fixed.includes(size);
          return (
            <button
              key={size}
              type="button"
              aria-pressed={isChosen}
              disabled={isFixed}
              title={isFixed ? 'It cannot be removed, because it may hold orders' : undefined}
              onClick={() =>
                onChange(withSizes(isChosen ? sizes.filter((each) => each !== size) : [...sizes, size]))
              }
              className="min-h-11 min-w-12 rounded-control border border-edge bg-paper px-2 tabular-nums hover:bg-card disabled:cursor-not-allowed aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
            >
              {size}
            </button>
          );
        })}
        <button
          type="button"
          onClick={() => onChange(withSizes([...new Set([...sizes, ...run.sizes])]))}
          className="min-h-11 rounded-control border border-edge bg-paper px-3 font-semibold hover:bg-card"
        >
          All
        </button>
      </fieldset>
    </div>
  );
}
