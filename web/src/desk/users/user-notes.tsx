import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.js';
import { actOnUser, type DeskUser } from '../../api/desk-users.js';
import { newOrderId } from '../../api/order-id.js';
import { Moment } from '../../deals/moment.js';
import { Section } from '../../deals/section.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { FaultText } from '../../ui/fault-text.js';
import { TextField } from '../../ui/field.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { useActs } from '../use-acts.js';

const MAX_LENGTH = 1_000;

/** The notes of members about a user, and a new one. */
export function UserNotes({ user }: { readonly user: DeskUser }) {
  const { notes, isOwn } = user;
  return (
    <Section title="Notes">
      {isOwn ? null : <NoteForm user={user.user} />}
      {notes.length === 0 ? (
        <p className="text-muted">None.</p>
      ) : (
        <ul aria-label="Notes, newest first" className="divide-y divide-line border-y border-line">
          {notes.map(({ member, text, at }) => (
            <li key={`${at} ${text}`} className="py-2.5">
              <p className="wrap-anywhere">{text}</p>
              <p className="text-sm text-muted">
                {member}, <Moment at={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function NoteForm({ user }: { readonly user: string }) {
  const uid = useUserId();
  const { isBusy, fault, run } = useActs(actOnUser(user));
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  // The same for each attempt, so that a note that is sent twice exists once.
  const [id, setId] = useState(newOrderId);
  const write = (words: string) => {
    setText(words);
    setId(newOrderId());
  };
  function send(event: FormEvent): void {
    event.preventDefault();
    const note = text.trim();
    setError(note === '' ? 'Write a note.' : undefined);
    if (note !== '') {
      void run(
        () => call('noteUser', { body: { uid, user, note: id, text: note } }),
        () => write(''),
      );
    }
  }
  return (
    <form className="flex flex-col gap-3" onSubmit={send} noValidate>
      <TextField
        label="New note"
        autoComplete="off"
        maxLength={MAX_LENGTH}
        value={text}
        error={error}
        onChange={({ target }) => write(target.value)}
      />
      <p className="text-sm text-muted">For members. The user gets it with an export of their data.</p>
      <FaultText>{fault}</FaultText>
      <SubmitButton isBusy={isBusy} className="min-w-36 self-start">
        Add
      </SubmitButton>
    </form>
  );
}
