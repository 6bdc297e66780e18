import { useMutation, useQueryClient } from '@tanstack/react-query';
import { chooseDigest } from '../api/desk.js';
import { faultOf } from '../api/fault-of.js';
import { useUserId } from '../identity/session/auth-store.js';
import { FaultText } from '../ui/fault-text.js';
import { CheckboxField } from '../ui/field.js';
import { showActionSuccess } from '../ui/toast.js';

/** The choice of the daily mail. */
export function DigestChoice({ isOn }: { readonly isOn: boolean }) {
  const client = useQueryClient();
  const userId = useUserId();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (wanted: boolean) => chooseDigest(client, userId, wanted),
    onSuccess: (answer) => showActionSuccess(answer),
  });
  return (
    <div className="border-t border-line pt-2 text-sm">
      <CheckboxField
        label="Daily mail about waiting work"
        checked={isPending ? variables : isOn}
        onChange={({ target }) => mutate(target.checked)}
      />
      <FaultText>{faultOf(error)}</FaultText>
    </div>
  );
}
