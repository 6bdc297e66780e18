import { Search, X } from 'lucide-react';
import { ProductSearch } from '../products/product-search.js';
import type { SearchTarget } from '../products/search-suggestions.js';
import { useBestFound } from '../products/searching.js';
import { useAddressKey } from '../routing/hooks.js';
import { IconButton } from '../ui/button.js';
import { useDisclosure } from '../ui/use-disclosure.js';

interface HeaderSearchProps {
  readonly target: SearchTarget;
}

/** The search of the header. A navigation empties it at once, while the previous page is still shown. */
export function HeaderSearch({ target }: HeaderSearchProps) {
  return <FreshSearch key={useAddressKey()} target={target} />;
}

/** On small screens it is behind an icon, which opens it even before the scripts have loaded. */
function FreshSearch({ target }: HeaderSearchProps) {
  const searching = useBestFound();
  const { isOpen, place, panelId, button } = useDisclosure();
  return (
    <div ref={place} className="md:w-full md:max-w-xl">
      <IconButton
        name={isOpen ? 'Close the search' : 'Open the search'}
        className="peer md:hidden noscript:hidden"
        {...button}
      >
        {isOpen ? <X aria-hidden /> : <Search aria-hidden />}
      </IconButton>
      <div
        id={panelId}
        className={`${isOpen ? 'block' : 'hidden peer-data-pressed:block'} absolute inset-x-0 top-full border-b border-line bg-paper px-4 pt-1 pb-3 md:static md:block md:border-0 md:p-0 noscript:block`}
      >
        <ProductSearch searching={searching} target={target} hasFocus={isOpen} />
      </div>
    </div>
  );
}
