import { useEffect, useRef } from 'react';
import { LeavingQuestion } from '../../identity/session/leaving-question.js';
import { Button, SettlingButton } from '../../ui/button.js';
import { copyText } from '../../ui/copy-text.js';

interface MadeKeyProps {
  readonly text: string;
  readonly name: string;
  readonly onDone: () => void;
}

/** A new key. It cannot be shown again, so it stays until the user has saved it. */
export function MadeKey({ text, name, onDone }: MadeKeyProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="my-2 flex flex-col gap-4 rounded-card border border-edge bg-card p-4 md:p-5">
      <h3
        ref={heading}
        tabIndex={-1}
        className="text-base wrap-anywhere focus:outline-none focus:shadow-none"
      >
        The key “{name}”
      </h3>
      <p>
        Copy it now. It won't be shown again, and we store only its hash. Send it as{' '}
        <code className="font-mono text-sm">Authorization: Bearer …</code>
      </p>
      <code className="rounded-control border border-edge bg-paper p-3 font-mono text-sm wrap-anywhere">
        {text}
      </code>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copyText(text, COPIED)}>Copy</Button>
        <SettlingButton subject={text} look="strong" onClick={onDone}>
          I HAVE SAVED IT
        </SettlingButton>
      </div>
      <LeavingQuestion title="Leave without your key?">
        It won't be shown again. You would have to revoke it and make another one.
      </LeavingQuestion>
    </div>
  );
}

const COPIED = {
  success: 'Key copied.',
  failure: 'The key could not be copied. Please select it and copy it by hand.',
};
