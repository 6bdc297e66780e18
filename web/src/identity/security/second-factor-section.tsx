import type { LoginSecurity } from '@perkex/contract/identity.js';
import { useState } from 'react';
import { AppFactor } from './app-factor.js';
import { PhoneFactor } from './phone-factor.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RecoveryFactor } from './recovery-factor.js';
import { SecuritySection } from './security-section.js';

/** What a login asks for besides the first proof. */
export function SecondFactorSection({ security }: { security: LoginSecurity }) {
  const { app, phone, recoveryCodes, hasPassword } = security;
  const [newCodes, setNewCodes] = useState<readonly string[]>([]);
  const isOn = app === true || phone !== null;
  return (
    <SecuritySection title="SECOND FACTOR">
      <p className="text-muted">
        {isOn
          ? 'Logging in takes one of these besides the password.'
          : 'A password can be stolen. With a second factor it is not enough to log in.'}
      </p>
      {newCodes.length > 0 ? <RecoveryCodes codes={newCodes} onDone={() => setNewCodes([])} /> : null}
      {app === null ? null : <AppFactor isOn={app} hasPassword={hasPassword} onRecoveryCodes={setNewCodes} />}
      <PhoneFactor phone={phone} hasPassword={hasPassword} onRecoveryCodes={setNewCodes} />
      {recoveryCodes !== null && isOn ? (
        <RecoveryFactor left={recoveryCodes} hasPassword={hasPassword} onRecoveryCodes={setNewCodes} />
      ) : null}
    </SecuritySection>
  );
}
