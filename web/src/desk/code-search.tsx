import { type FormEvent, useRef, useState } from 'react';
import { paths } from '../links/paths.js';
import { useNavigate } from '../routing/hooks.js';
import { Button } from '../ui/button.js';
import { canonicalCode } from './canonical-code.js';
import { useKeys } from './use-keys.js';

const WRONG = 'This is not the code of a deal. Is it complete?';

/** Opens a deal by the code on its papers, typed or read by a scanner, which presses Enter. `/` moves the focus here. */
export function CodeSearch() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  useKeys({ '/': () => field.current?.focus() });

  function open(event: FormEvent): void {
    event.preventDefault();
    const input = field.current;
    if (input === null) {
      return;
    }
    const code = canonicalCode(input.value);
    if (code === null) {
      setFault(WRONG);
      input.select();
      return;
    }
    setFault(null);
    input.value = '';
    navigate(paths.deskDeal(code));
  }

  return (
    <form className="relative mx-auto flex max-w-xl gap-2" onSubmit={open}>
      <input
        ref={field}
        aria-label="Code of a deal"
        aria-invalid={fault === null ? undefined : true}
        aria-describedby={fault === null ? undefined : 'code-fault'}
        placeholder="Scan or type a code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-paper px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-error"
      />
      <Button type="submit">Open</Button>
      {fault === null ? null : (
        <p
          id="code-fault"
          role="alert"
          className="absolute top-full left-0 z-10 mt-1 rounded-control border border-error bg-paper px-3 py-2 text-sm text-error"
        >
          {fault}
        </p>
      )}
    </form>
  );
}
