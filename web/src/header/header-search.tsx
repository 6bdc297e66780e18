import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { ProductSearch } from '../market/product-search.js';
import { IconButton } from '../ui/button.js';
import { useDismissal } from '../ui/use-dismissal.js';

/** In the header on wide screens, behind an icon on small ones. */
export function HeaderSearch({ target }: { target: 'product' | 'sell' }) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useDismissal(place, isOpen, (dismissal) => {
    setIsOpen(false);
    if (dismissal === 'escape') {
      opener.current?.focus();
    }
  });

  return (
    <div ref={place} className="md:w-full md:max-w-xl">
      <IconButton
        ref={opener}
        name={isOpen ? 'Close the search' : 'Open the search'}
        aria-expanded={isOpen}
        className="md:hidden"
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? <X aria-hidden /> : <Search aria-hidden />}
      </IconButton>
      <div
        className={`${isOpen ? 'block' : 'hidden'} absolute inset-x-0 top-full border-b border-line bg-paper px-4 pt-1 pb-3 md:static md:block md:border-0 md:p-0`}
      >
        <ProductSearch target={target} hasFocus={isOpen} />
      </div>
    </div>
  );
}
