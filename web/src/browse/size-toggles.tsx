import { counted } from '@perkex/core/counted.js';
import type { FacetValuesProps } from './facet-values.js';

/** The sizes as a grid of toggle buttons. */
export function SizeToggles({ facet, values, isChosen, onToggle }: FacetValuesProps) {
  return (
    <div className="grid grid-cols-5 gap-1.5 lg:grid-cols-4">
      {values.map(({ value, name, count }) => (
        <label
          key={value}
          className="relative flex min-h-11 cursor-pointer items-center justify-center rounded-control border border-line text-sm font-semibold tabular-nums hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink lg:min-h-9"
        >
          <input
            type="checkbox"
            name={facet}
            value={value}
            checked={isChosen(value)}
            onChange={() => onToggle(value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {name}
          <span className="sr-only">, {counted(count, 'sneaker')}</span>
        </label>
      ))}
    </div>
  );
}
