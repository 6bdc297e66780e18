import { MONEY_METHODS, type MoneyMethod, type UserData } from '@perkex/contract/user-data.js';
import { useRef, useState } from 'react';
import { isProofNeeded } from '../api/call.js';
import { rereadSetup } from '../api/payments.js';
import { invalidateUserData, methodSaves, savePayment, savePayout } from '../api/user-data.js';
import { VerificationDialog } from '../identity/verification/verification-dialog.js';
import { Button } from '../ui/button.js';
import { showActionSuccess, showActionWarning } from '../ui/toast.js';
import { useDismissal } from '../ui/use-dismissal.js';
import { useAction } from '../user/use-action.js';
import { useDashboardUserId } from '../user/user.js';
import { AttachedMethod } from './attached-method.js';
import { MethodLogo } from './method-logo.js';
import { EditButton, SettingsSection } from './settings-section.js';
import { useWayBack } from './way-back.js';

/** The settings that hold a method. */
const KINDS = {
  payout: { title: 'PAYOUT DETAILS', unset: 'Set your payout!', save: savePayout },
  payment: { title: 'PAYMENT DETAILS', unset: 'Set your payment!', save: savePayment },
} as const;

interface MethodSectionProps {
  readonly kind: keyof typeof KINDS;
  readonly chosen: UserData['payout']['type'];
}

/** The payout or payment method: its logo, or the choice of methods (section 2, "General Settings"). */
export function MethodSection({ kind, chosen }: MethodSectionProps) {
  const { title, unset, save } = KINDS[kind];
  const [isEditing, setIsEditing] = useState(false);
  /** The chosen method while the session is being verified. */
  const [unproved, setUnproved] = useState<MoneyMethod | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const stopEditing = () => {
    setIsEditing(false);
    editButton.current?.focus();
  };
  useDismissal(place, isEditing && unproved === null, (dismissal) => {
    if (dismissal === 'escape') {
      stopEditing();
    }
  });
  const goBack = useWayBack();
  const userId = useDashboardUserId();
  const { newest, act } = useAction({
    saves: methodSaves,
    thing: kind,
    call: save,
    change: (data, method) => ({ ...data, [kind]: { type: method } }),
    showAnswer: showActionSuccess,
    showError: showActionWarning,
    // With play money, choosing a payment attaches a card.
    refresh: async (client) => {
      await Promise.all([invalidateUserData(client), rereadSetup(client, userId)()]);
    },
    goOn: goBack,
    askBack(refusal, method) {
      const isAsked = isProofNeeded(refusal);
      if (isAsked) {
        setUnproved(method);
      }
      return isAsked;
    },
  });

  return (
    <SettingsSection
      title={title}
      edit={
        <EditButton
          ref={editButton}
          name={`Edit ${kind} details`}
          isOpen={isEditing}
          onEdit={() => setIsEditing(!isEditing)}
        />
      }
    >
      <div ref={place} className="mt-3">
        {isEditing ? (
          <MethodChoices
            onChoose={(method) => {
              act(method);
              stopEditing();
            }}
            onBack={stopEditing}
          />
        ) : (
          <ChosenMethod
            chosen={newest ?? chosen}
            unset={unset}
            onSet={() => {
              setIsEditing(true);
              // The button disappears, so the focus moves to the edit button.
              editButton.current?.focus();
            }}
          />
        )}
      </div>
      <AttachedMethod kind={kind} />
      {unproved === null ? null : (
        <VerificationDialog
          reason={`This changes how you are paid. Your ${kind} stays as it is until you confirm.`}
          onProved={() => {
            setUnproved(null);
            act(unproved);
          }}
          onCancel={() => {
            setUnproved(null);
            setIsEditing(true);
          }}
        />
      )}
    </SettingsSection>
  );
}

interface ChosenMethodProps {
  readonly chosen: MethodSectionProps['chosen'];
  /** The text for an unset method, which opens the choice. */
  readonly unset: string;
  readonly onSet: () => void;
}

function ChosenMethod({ chosen, unset, onSet }: ChosenMethodProps) {
  return (
    <div className="flex h-18 items-center">
      {chosen === '' ? (
        <Button onClick={onSet}>{unset}</Button>
      ) : (
        <div className="flex h-full w-40 items-center justify-center rounded-control bg-card">
          <MethodLogo method={chosen} />
        </div>
      )}
    </div>
  );
}

interface MethodChoicesProps {
  readonly onChoose: (method: MoneyMethod) => void;
  readonly onBack: () => void;
}

function MethodChoices({ onChoose, onBack }: MethodChoicesProps) {
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="grid w-full grid-cols-2 gap-3">
        {MONEY_METHODS.map((method) => (
          <Button key={method} className="h-18" onClick={() => onChoose(method)}>
            <MethodLogo method={method} />
          </Button>
        ))}
      </div>
      <Button onClick={onBack}>BACK</Button>
    </div>
  );
}
