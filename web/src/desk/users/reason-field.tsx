import { BLOCK_REASONS, type BlockReason } from '@perkex/core/users/blocks.js';
import { SelectField } from '../../ui/field.js';
import { REASONS } from './block-words.js';

interface ReasonFieldProps {
  readonly reason: BlockReason;
  readonly onChange: (reason: BlockReason) => void;
}

/** The choice of a reason for a block or for limits. */
export function ReasonField({ reason, onChange }: ReasonFieldProps) {
  return (
    <SelectField
      label="Reason"
      value={reason}
      onChange={({ target }) => onChange(BLOCK_REASONS.find((each) => each === target.value) ?? 'payments')}
    >
      {BLOCK_REASONS.map((each) => (
        <option key={each} value={each}>
          {REASONS[each]}
        </option>
      ))}
    </SelectField>
  );
}
