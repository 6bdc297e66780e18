import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { type Facet, type Filters, withValueToggled } from '@perkex/core/finding/filters.js';
import { type ReactNode, useRef } from 'react';
import type { FoundPage } from '../api/finding.js';
import { buttonClass } from '../ui/button.js';
import { CheckRow } from './check-row.js';
import { FacetValues } from './facet-values.js';
import { isChosen } from './filter-changes.js';
import { FACET_NAMES } from './filter-names.js';
import { PriceRange } from './price-range.js';
import { SizeToggles } from './size-toggles.js';
import { Swatch } from './swatch.js';
import { useEarlyFilters } from './use-early-filters.js';

export interface FacetsProps {
  readonly filters: Filters;
  readonly found: FoundPage;
  readonly onChoose: (filters: Filters) => void;
  /** The id of the form, where a control outside of the form belongs to it. */
  readonly formId?: string;
}

/** All facets, each value with its number of products. Without scripts, a button submits the form. */
export function Facets({ filters, found, onChoose, formId }: FacetsProps) {
  const { facets, belowRetail } = found;
  const form = useRef<HTMLFormElement>(null);
  useEarlyFilters(form, onChoose);
  const values = (facet: Facet) => ({
    facet,
    values: facets[facet],
    isChosen: (value: string) => isChosen(filters, facet, value),
    onToggle: (value: string) => onChoose(withValueToggled(filters, facet, value)),
  });
  return (
    <form
      ref={form}
      id={formId}
      action={PAGE_PATHS.browse}
      // Prevents the browser from restoring the filters of another visit.
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      className="[&>fieldset+fieldset]:border-t [&>fieldset+fieldset]:border-line"
    >
      {filters.text === '' ? null : <input type="hidden" name="q" value={filters.text} />}
      <FacetGroup facet="brand" values={facets.brand}>
        <FacetValues {...values('brand')} />
      </FacetGroup>
      <FacetGroup facet="model" values={facets.model}>
        <FacetValues {...values('model')} />
      </FacetGroup>
      <FacetGroup facet="size" values={facets.size}>
        <SizeToggles {...values('size')} />
      </FacetGroup>
      <Group title="Price">
        <PriceRange filters={filters} prices={found.prices} onChoose={onChoose} />
        {belowRetail > 0 || filters.isBelowRetail ? (
          <CheckRow
            name="below-retail"
            value="1"
            isChecked={filters.isBelowRetail}
            onToggle={() => onChoose({ ...filters, isBelowRetail: !filters.isBelowRetail, page: 1 })}
            count={belowRetail}
          >
            Below retail
          </CheckRow>
        ) : null}
      </Group>
      <FacetGroup facet="kind" values={facets.kind}>
        <FacetValues {...values('kind')} />
      </FacetGroup>
      <FacetGroup facet="colour" values={facets.colour}>
        <FacetValues {...values('colour')} mark={(value) => <Swatch colour={value} />} />
      </FacetGroup>
      <FacetGroup facet="year" values={facets.year}>
        <FacetValues {...values('year')} />
      </FacetGroup>
      {/* Invisible with scripts, but still lets Enter submit the form before hydration. */}
      <div className="hidden noscript:block">
        <button type="submit" className={buttonClass('strong', 'mt-4 w-full')}>
          Show
        </button>
      </div>
    </form>
  );
}

interface FacetGroupProps {
  readonly facet: Facet;
  readonly values: readonly unknown[];
  readonly children: ReactNode;
}

/** Empty if there are no values. */
function FacetGroup({ facet, values, children }: FacetGroupProps) {
  return values.length === 0 ? null : <Group title={FACET_NAMES[facet].title}>{children}</Group>;
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="min-w-0 py-4 first-of-type:pt-0">
      <legend className="float-left mb-2 w-full font-semibold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
