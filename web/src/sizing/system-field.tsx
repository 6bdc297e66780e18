import { isSizeSystem, SIZE_SYSTEMS, type SizeSystem } from '@perkex/core/sizing/size-preference.js';
import { SelectField } from '../ui/field.js';

const NAMES: Readonly<Record<SizeSystem, string>> = {
  'us-men': 'US men’s',
  'us-women': 'US women’s',
  uk: 'UK',
  eu: 'EU',
  cm: 'Centimetres',
};

interface SystemFieldProps {
  readonly system: SizeSystem;
  readonly onChoose: (system: SizeSystem) => void;
}

/** Chooses the system in which sizes are shown. */
export function SystemField({ system, onChoose }: SystemFieldProps) {
  return (
    <SelectField
      label="Show sizes in"
      value={system}
      onChange={({ target: { value } }) => {
        if (isSizeSystem(value)) {
          onChoose(value);
        }
      }}
    >
      {SIZE_SYSTEMS.map((known) => (
        <option key={known} value={known}>
          {NAMES[known]}
        </option>
      ))}
    </SelectField>
  );
}
