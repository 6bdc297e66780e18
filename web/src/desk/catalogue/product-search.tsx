import { searchText } from '@perkex/core/finding/search-text.js';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';

interface ProductSearchProps {
  readonly label: string;
  /** The text at first. */
  readonly text?: string;
  readonly className?: string;
  /** @param text as `searchText` returns it */
  readonly onSearch: (text: string) => void;
}

/** The field that searches products by their names and style codes. */
export function ProductSearch({ label, text = '', className = '', onSearch }: ProductSearchProps) {
  const [typed, setTyped] = useState(text);
  return (
    <form
      className={`flex items-end gap-2 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(searchText(typed));
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label={label}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit">Search</Button>
    </form>
  );
}
