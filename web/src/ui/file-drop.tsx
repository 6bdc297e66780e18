import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { PausableButton } from './button.js';

interface FileDropProps {
  /** The name of the field. */
  readonly label: string;
  /** The text of the button. */
  readonly children: ReactNode;
  readonly hint: ReactNode;
  /** The types of files, as in HTML. */
  readonly accept: string;
  readonly isMultiple?: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (files: [File, ...File[]]) => void;
}

/** Takes files that are chosen, dropped or, on a phone, photographed. */
export function FileDrop({
  label,
  children,
  hint,
  accept,
  isMultiple = false,
  isBusy,
  onChoose,
}: FileDropProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const hintId = useId();
  const take = (list: FileList | null) => {
    const [first, ...others] = list ?? [];
    if (first && !isBusy) {
      onChoose(isMultiple ? [first, ...others] : [first]);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the field in it
    <div
      className={`flex flex-col gap-2 rounded-card border border-dashed p-5 ${isOver ? 'border-ink bg-card' : 'border-edge'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <input
        ref={field}
        hidden
        aria-label={label}
        type="file"
        multiple={isMultiple}
        accept={accept}
        onChange={({ target }) => {
          take(target.files);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <PausableButton
        isPaused={isBusy}
        aria-describedby={hintId}
        className="self-start"
        onClick={() => field.current?.click()}
      >
        {children}
      </PausableButton>
      <p id={hintId} className="text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
