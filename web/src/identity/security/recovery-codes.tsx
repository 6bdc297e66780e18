import { useEffect, useRef } from 'react';
import { Button, SettlingButton } from '../../ui/button.js';
import { copyText } from '../../ui/copy-text.js';
import { saveFile } from '../../ui/save-file.js';
import { LeavingQuestion } from '../session/leaving-question.js';

const COPIED = {
  success: 'Recovery codes copied.',
  failure: 'The codes could not be copied. Please write them down.',
};

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** New recovery codes. They cannot be shown again, so they stay until the user has saved them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const newest = codes[0];
  useEffect(() => {
    if (newest !== undefined) {
      heading.current?.focus({ preventScroll: true });
      panel.current?.scrollIntoView({ block: 'center' });
    }
  }, [newest]);

  return (
    <div ref={panel} className="my-2 flex flex-col gap-4 rounded-card border border-edge bg-card p-4 md:p-5">
      <h3 ref={heading} tabIndex={-1} className="text-base">
        Your recovery codes
      </h3>
      <p>
        Each works once, for when you don't have your app or phone. Keep them somewhere safe: they won't be
        shown again.
      </p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-sm min-[400px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copyText(codes.join('\n'), COPIED)}>Copy</Button>
        <Button onClick={() => download(codes)}>Download</Button>
        <SettlingButton subject={newest ?? ''} look="strong" onClick={onDone}>
          I HAVE SAVED THEM
        </SettlingButton>
      </div>
      <LeavingQuestion title="Leave without your recovery codes?">
        They won't be shown again. Without them you can't log in if you don't have your app or phone.
      </LeavingQuestion>
    </div>
  );
}

function download(codes: readonly string[]): void {
  const text = `Recovery codes of PerkeX (${window.location.host})\n\n${codes.join('\n')}\n`;
  saveFile(new Blob([text], { type: 'text/plain' }), 'perkex-recovery-codes.txt');
}
