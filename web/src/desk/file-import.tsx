import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { RefusalError } from '../api/call.js';
import { newOrderId } from '../api/order-id.js';
import { Button, SettlingButton } from '../ui/button.js';
import { FileDrop } from '../ui/file-drop.js';
import { Spinner } from '../ui/states.js';
import { base64Of } from './base64-of.js';
import { useActs } from './use-acts.js';

/** A file that the server has read. */
export interface SeenFile<Preview> {
  readonly name: string;
  /** In base64. */
  readonly content: string;
  readonly preview: Preview;
  /** The id of its import, the same for each attempt. */
  readonly id: string;
}

interface FileImportProps<Preview, Done> {
  readonly label: string;
  readonly accept: string;
  readonly hint: ReactNode;
  readonly maxBytes: number;
  /** The command that takes larger files. */
  readonly command: string;
  /** Such as `actOnMoney`. */
  readonly actOn: <Answer>(
    client: QueryClient,
    userId: string,
    act: () => Promise<Answer>,
  ) => Promise<Answer>;
  readonly preview: (content: string) => Promise<Preview>;
  /** The name of the button that imports. */
  readonly action: string;
  readonly isWorthImporting: (preview: Preview) => boolean;
  readonly importFile: (file: SeenFile<Preview>) => Promise<Done>;
  /** The sentences about the changes: those to come, or those made. */
  readonly report: (preview: Preview, done: Done | null) => string;
  /** Its rows or lines. */
  readonly children: (preview: Preview, done: Done | null) => ReactNode;
}

/** The import of a file: chosen, seen, and only then imported. */
export function FileImport<Preview, Done>({
  label,
  accept,
  hint,
  maxBytes,
  command,
  actOn,
  preview,
  action,
  isWorthImporting,
  importFile,
  report,
  children,
}: FileImportProps<Preview, Done>) {
  const { isBusy, fault, error, run } = useActs<Preview | Done>(actOn);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const [seen, setSeen] = useState<SeenFile<Preview> | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const result = useRef<HTMLParagraphElement>(null);

  async function choose(file: File): Promise<void> {
    setSeen(null);
    setDone(null);
    if (file.size > maxBytes) {
      setTooLarge(`${file.name} has more than ${maxBytes / 1_000_000} MB. Import it with "${command}".`);
      return;
    }
    setTooLarge(null);
    await show(file.name, await base64Of(file));
  }

  async function show(name: string, content: string): Promise<void> {
    const shown = await run(() => preview(content));
    if (shown !== null) {
      setSeen({ name, content, preview: shown, id: newOrderId() });
    }
  }

  async function importNow(file: SeenFile<Preview>): Promise<void> {
    const answer = await run(() => importFile(file));
    if (answer !== null) {
      setDone(answer);
      result.current?.focus();
    }
  }

  const hasChanged = error instanceof RefusalError && error.code === 'catalogue-changed';
  const message = tooLarge ?? fault;
  return (
    <>
      <FileDrop
        label={label}
        accept={accept}
        isBusy={isBusy}
        hint={hint}
        onChoose={([file]) => void choose(file)}
      >
        Choose a {label.toLowerCase()}
      </FileDrop>
      {message === null ? null : (
        <p role="alert" className="max-w-prose text-error wrap-anywhere">
          {message}
        </p>
      )}
      {isBusy && seen === null ? <Spinner label="Reading the file" /> : null}
      {seen === null ? null : (
        <section aria-labelledby="file" className="flex flex-col gap-4">
          <h2 id="file" className="text-2xl wrap-anywhere">
            {seen.name}
          </h2>
          <p ref={result} role="status" tabIndex={-1} className="max-w-prose outline-none">
            {report(seen.preview, done)}
          </p>
          {hasChanged ? (
            <Button className="self-start" onClick={() => void show(seen.name, seen.content)}>
              Preview again
            </Button>
          ) : done !== null || !isWorthImporting(seen.preview) ? null : (
            <SettlingButton
              look="strong"
              subject={seen.id}
              isPaused={isBusy}
              className="self-start"
              onClick={() => void importNow(seen)}
            >
              {action}
            </SettlingButton>
          )}
          {children(seen.preview, done)}
        </section>
      )}
    </>
  );
}
