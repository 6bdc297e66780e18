import { TextField } from '../ui/field.js';
import { useTyped } from './use-typed.js';

/** While a year is typed, it is 0002, 0020 and 0202 first. */
const FIRST_DAY = '2000-01-01';

interface DayFieldProps {
  readonly label: string;
  /** Empty for none. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A day that a list is filtered by. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useTyped(value);
  return (
    <TextField
      label={label}
      type="date"
      min={FIRST_DAY}
      value={typed}
      onChange={({ target: { value: day } }) => {
        setTyped(day);
        if (day === '' || day >= FIRST_DAY) {
          onChange(day);
        }
      }}
    />
  );
}
