import { Search } from 'lucide-react';
import type { InputHTMLAttributes, Ref } from 'react';

interface SearchBoxProps extends InputHTMLAttributes<HTMLInputElement> {
  /** True while the products are loading (section 2, "Header and search"). */
  readonly isWaiting: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The input of the product search. */
export function SearchBox({ isWaiting, ...rest }: SearchBoxProps) {
  return (
    <>
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
      <input
        type="search"
        aria-label="Search for sneaker"
        autoComplete="off"
        enterKeyHint="search"
        disabled={isWaiting}
        placeholder={isWaiting ? 'Please wait a minute for backend to load ;)' : 'Search for sneaker'}
        className="min-h-11 w-full rounded-control border border-edge bg-paper pr-3 pl-10 text-base text-ellipsis placeholder:text-muted disabled:border-line disabled:bg-card"
        {...rest}
      />
    </>
  );
}
