import type { LoginSecurity } from '@perkex/contract/identity.js';
import { useState } from 'react';
import { FramedSection } from '../../ui/framed-section.js';
import { AppFactor } from './app-factor.js';
import { EndOthersOffer } from './end-others-offer.js';
import { PhoneFactor } from './phone-factor.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RecoveryFactor } from './recovery-factor.js';

/** The second factors. */
export function SecondFactorSection({ security }: { security: LoginSecurity }) {
  const { app, phone, recoveryCodes, hasPassword, sessions } = security;
  const [newCodes, setNewCodes] = useState<readonly string[]>([]);
  /** True if a factor has just been turned on, and its codes are shown or saved. */
  const [isNewlyOn, setIsNewlyOn] = useState(false);
  const isOn = app === true || phone !== null;
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;

  function turnedOn(codes: readonly string[]) {
    setNewCodes(codes);
    setIsNewlyOn(true);
  }

  return (
    <FramedSection title="SECOND FACTOR">
      <p className="text-muted">
        {isOn
          ? 'Logging in takes one of these as well as the password.'
          : 'Passwords can be stolen. With a second factor, a password alone is not enough to log in.'}
      </p>
      {newCodes.length > 0 ? <RecoveryCodes codes={newCodes} onDone={() => setNewCodes([])} /> : null}
      {isNewlyOn && isOn && hasOthers && newCodes.length === 0 ? (
        <EndOthersOffer onDone={() => setIsNewlyOn(false)} />
      ) : null}
      {app === null ? null : <AppFactor isOn={app} hasPassword={hasPassword} onRecoveryCodes={turnedOn} />}
      <PhoneFactor phone={phone} hasPassword={hasPassword} onRecoveryCodes={turnedOn} />
      {recoveryCodes !== null && isOn ? (
        <RecoveryFactor left={recoveryCodes} hasPassword={hasPassword} onRecoveryCodes={setNewCodes} />
      ) : null}
    </FramedSection>
  );
}
