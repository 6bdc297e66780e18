import type { LoginSecurity } from '@perkex/contract/identity.js';
import { useRef, useState } from 'react';
import { AppFactor } from './app-factor.js';
import { PhoneFactor } from './phone-factor.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RecoveryFactor } from './recovery-factor.js';
import { SecuritySection } from './security-section.js';

/** What a login asks for after the first proof. */
export function SecondFactorSection({ security }: { security: LoginSecurity }) {
  const { app, phone, recoveryCodes, hasPassword } = security;
  const heading = useRef<HTMLHeadingElement>(null);
  const [newCodes, setNewCodes] = useState<readonly string[]>([]);
  const isOn = app === true || phone !== null;

  function putAway() {
    setNewCodes([]);
    heading.current?.focus();
  }

  return (
    <SecuritySection title="SECOND FACTOR" headingRef={heading}>
      <p className="text-muted">
        {isOn
          ? 'Logging in takes one of these as well as the password.'
          : 'Passwords can be stolen. With a second factor, a password alone is not enough to log in.'}
      </p>
      {newCodes.length > 0 ? <RecoveryCodes codes={newCodes} onDone={putAway} /> : null}
      {app === null ? null : <AppFactor isOn={app} hasPassword={hasPassword} onRecoveryCodes={setNewCodes} />}
      <PhoneFactor phone={phone} hasPassword={hasPassword} onRecoveryCodes={setNewCodes} />
      {recoveryCodes !== null && isOn ? (
        <RecoveryFactor left={recoveryCodes} hasPassword={hasPassword} onRecoveryCodes={setNewCodes} />
      ) : null}
    </SecuritySection>
  );
}
