import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly ref?: Ref<HTMLSelectElement>;
  /** The classes of the space that it fills. */
  readonly placeClass?: string;
}

/** A select with the system's own list, which suits every phone, and an arrow like that of other controls. */
export function Select({ className = '', placeClass = '', ...rest }: SelectProps) {
  return (
    <div className={`relative ${placeClass}`}>
      <select className={`w-full appearance-none ${className} pr-10 text-ellipsis`} {...rest} />
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5" />
    </div>
  );
}
