import type { SecondFactor } from '@perkex/contract/identity.js';
import { useId } from 'react';

const NAMES: Readonly<Record<SecondFactor, string>> = {
  app: 'Authenticator app',
  phone: 'Code by SMS',
  recovery: 'Recovery code',
};

interface FactorChoiceProps {
  readonly factors: readonly SecondFactor[];
  readonly chosen: SecondFactor;
  readonly onChoose: (factor: SecondFactor) => void;
}

/** Chooses among the factors that are turned on. */
export function FactorChoice({ factors, chosen, onChoose }: FactorChoiceProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">How do you want to confirm?</legend>
      {factors.map((factor) => (
        <label key={factor} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={factor === chosen}
            onChange={() => onChoose(factor)}
            className="size-5 shrink-0 accent-ink"
          />
          {NAMES[factor]}
        </label>
      ))}
    </fieldset>
  );
}
