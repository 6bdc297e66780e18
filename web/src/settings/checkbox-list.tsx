import { useId } from 'react';
import { FaultLine } from '../ui/fault-line.js';
import { CheckboxField } from '../ui/field.js';

interface CheckboxListProps<Choice extends string> {
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly words: Readonly<Record<Choice, { readonly label: string; readonly hint: string }>>;
  readonly chosen: readonly Choice[];
  readonly error: string | undefined;
  readonly onChoose: (chosen: Choice[]) => void;
}

/** The choice of any of several things. */
export function CheckboxList<Choice extends string>({
  legend,
  choices,
  words,
  chosen,
  error,
  onChoose,
}: CheckboxListProps<Choice>) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex flex-col gap-2">
      <legend className="text-sm font-semibold">{legend}</legend>
      {choices.map((choice) => (
        <CheckboxField
          key={choice}
          {...words[choice]}
          checked={chosen.includes(choice)}
          onChange={({ target }) =>
            onChoose(target.checked ? [...chosen, choice] : chosen.filter((each) => each !== choice))
          }
        />
      ))}
      {error ? <FaultLine id={errorId}>{error}</FaultLine> : null}
    </fieldset>
  );
}
