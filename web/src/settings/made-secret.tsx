import { type ReactNode, useEffect, useRef } from 'react';
import { LeavingQuestion } from '../identity/session/leaving-question.js';
import { Button, SettlingButton } from '../ui/button.js';
import { copyText } from '../ui/copy-text.js';

interface MadeSecretProps {
  readonly text: string;
  readonly heading: string;
  /** The name of the secret in sentences, such as `key`. */
  readonly noun: string;
  /** How it is used. */
  readonly children: ReactNode;
  /** The user's way out if it is lost. */
  readonly loss: string;
  readonly onDone: () => void;
}

/** A new key or secret. It cannot be shown again, so it stays until the user has saved it. */
export function MadeSecret({ text, heading, noun, children, loss, onDone }: MadeSecretProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const copied = {
    success: `${noun[0]?.toUpperCase()}${noun.slice(1)} copied.`,
    failure: `The ${noun} could not be copied. Please select it and copy it by hand.`,
  };
  return (
    <div className="my-2 flex flex-col gap-4 rounded-card border border-edge bg-card p-4 md:p-5">
      <h3 ref={title} tabIndex={-1} className="text-base wrap-anywhere">
        {heading}
      </h3>
      <p>{children}</p>
      <code className="rounded-control border border-edge bg-paper p-3 font-mono text-sm wrap-anywhere">
        {text}
      </code>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copyText(text, copied)}>Copy</Button>
        <SettlingButton subject={text} look="strong" onClick={onDone}>
          I HAVE SAVED IT
        </SettlingButton>
      </div>
      <LeavingQuestion title={`Leave without your ${noun}?`}>It won't be shown again. {loss}</LeavingQuestion>
    </div>
  );
}
