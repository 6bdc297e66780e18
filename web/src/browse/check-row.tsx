import type { ReactNode } from 'react';

interface CheckRowProps {
  readonly name: string;
  readonly value: string;
  readonly isChecked: boolean;
  readonly onToggle: () => void;
  readonly count: number;
  readonly children: ReactNode;
}

/** A value with its checkbox and its number of products. */
export function CheckRow({ name, value, isChecked, onToggle, count, children }: CheckRowProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 -mx-2 rounded-control px-2 hover:bg-card lg:min-h-8">
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={isChecked}
        onChange={onToggle}
        className="size-5 shrink-0 accent-ink lg:size-4"
      />
      <span className="flex min-w-0 flex-1 items-center gap-2 wrap-anywhere">{children}</span>
      <span className="text-sm text-muted tabular-nums">
        <span className="sr-only">, </span>
        {count}
        <span className="sr-only"> {count === 1 ? 'sneaker' : 'sneakers'}</span>
      </span>
    </label>
  );
}
