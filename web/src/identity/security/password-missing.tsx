import { useEffect, useRef } from 'react';
import { paths } from '../../links/paths.js';
import { useKnownEmail } from '../../session/known-email.js';
import { Button } from '../../ui/button.js';
import { IdentityLink } from '../identity-frame.js';

/** For an account without the password that a change asks for. */
export function PasswordMissing({ onBack }: { onBack: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const knownEmail = useKnownEmail();
  useEffect(() => place.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works like the button BACK
    <div
      ref={place}
      tabIndex={-1}
      onKeyDown={({ key }) => (key === 'Escape' ? onBack() : undefined)}
      className="flex flex-col items-start gap-3 focus:outline-none focus:shadow-none"
    >
      <p>This needs a password, and your account doesn't have one yet.</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <IdentityLink to={paths.forgotPassword} state={knownEmail}>
          Set one by e-mail
        </IdentityLink>
        <Button onClick={onBack}>BACK</Button>
      </div>
    </div>
  );
}
