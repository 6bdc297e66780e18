import { type Ref, type SelectHTMLAttributes, useState } from 'react';
import { CheckboxField, SelectField } from '../ui/field.js';
import { ENGLISH_COUNTRIES, NATIVE_COUNTRIES } from './countries.js';

interface CountryFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly error: string | undefined;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** Chooses a country by its English or its native name. */
export function CountryField(props: CountryFieldProps) {
  const [isNative, setIsNative] = useState(false);
  const countries = isNative ? NATIVE_COUNTRIES : ENGLISH_COUNTRIES;
  return (
    <div className="flex flex-col gap-1">
      <SelectField label="Country" autoComplete="country" {...props}>
        <option value="">Choose one</option>
        {countries.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        label="Show native names"
        checked={isNative}
        onChange={(event) => setIsNative(event.target.checked)}
      />
    </div>
  );
}
