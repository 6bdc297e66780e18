import { useEffect, useRef } from 'react';
import { paths } from '../../paths.js';
import { useKnownEmail } from '../../session/known-email.js';
import { Button } from '../../ui/button.js';
import { IdentityLink } from '../identity-frame.js';

/** For an account that has no password to prove the wish with. */
export function PasswordMissing({ onBack }: { onBack: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const knownEmail = useKnownEmail();
  useEffect(() => place.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key of the button BACK, from anywhere within
    <div
      ref={place}
      tabIndex={-1}
      onKeyDown={({ key }) => (key === 'Escape' ? onBack() : undefined)}
      className="flex flex-col items-start gap-3 focus:outline-none focus:shadow-none"
    >
      <p>This needs a password, and your account has none yet.</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <IdentityLink to={paths.forgotPassword} state={knownEmail}>
          Set one by e-mail
        </IdentityLink>
        <Button onClick={onBack}>BACK</Button>
      </div>
    </div>
  );
}
