import { MIN_SEARCH_LENGTH } from '@perkex/contract/fields.js';
import { ScanLine } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { paths } from '../links/paths.js';
import { useNavigate } from '../routing/hooks.js';
import { Button } from '../ui/button.js';
import { usePart } from '../ui/use-nearby.js';
import { canonicalCode, isWrongCode } from './scan/canonical-code.js';
import { useKeys } from './use-keys.js';

const loadScanner = async () => (await import('./scan/scanner.js')).Scanner;

const UNLOADED = 'The scanner could not be loaded. Press again, or type the code.';
const WRONG = 'This is not the code of a deal. Is it complete?';
const SHORT = 'Enter a code, a tracking number, or at least two letters of a name.';

/**
 * Opens a deal by the code on its papers: typed, read by a scanner that presses Enter, or by the camera. Other texts
 * are searched for. `/` moves the focus here.
 */
export function CodeSearch() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isScanning, setIsScanning] = useState(false);
  const { Component: Scanner, hasFailed, fetchAgain } = usePart(loadScanner);
  const shownFault = isScanning && hasFailed ? UNLOADED : fault;
  useKeys({ '/': () => field.current?.focus() });

  function open(event: FormEvent): void {
    event.preventDefault();
    const input = field.current;
    if (input === null) {
      return;
    }
    const asked = input.value.trim();
    const code = canonicalCode(asked);
    if (code === null && (asked.length < MIN_SEARCH_LENGTH || isWrongCode(asked))) {
      setFault(asked.length < MIN_SEARCH_LENGTH ? SHORT : WRONG);
      input.select();
      return;
    }
    setFault(null);
    input.value = '';
    navigate(code === null ? paths.deskSearch(asked) : paths.deskDeal(code));
  }

  return (
    <>
      <form className="relative mx-auto flex max-w-xl gap-2" onSubmit={open}>
        <input
          ref={field}
          aria-label="Code of a deal, tracking number, product or user"
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={shownFault === null ? undefined : 'code-fault'}
          placeholder="Scan a code, or search"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-paper px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-error"
        />
        <Button
          aria-label="Scan with the camera"
          title="Scan with the camera"
          className="shrink-0 px-3"
          onClick={() => {
            setIsScanning(true);
            fetchAgain();
          }}
        >
          <ScanLine aria-hidden className="size-5" />
        </Button>
        <Button type="submit">Open</Button>
        {shownFault === null ? null : (
          <p
            id="code-fault"
            role="alert"
            className="absolute top-full left-0 z-10 mt-1 rounded-control border border-error bg-paper px-3 py-2 text-sm text-error"
          >
            {shownFault}
          </p>
        )}
      </form>
      {isScanning && Scanner ? (
        <Scanner
          onFound={(code) => {
            setIsScanning(false);
            setFault(null);
            navigate(paths.deskDeal(code));
          }}
          onClose={() => setIsScanning(false)}
        />
      ) : null}
    </>
  );
}
