import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery, type OwnKey } from '../../api/keys.js';
import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';
import { Button } from '../../ui/button.js';
import { FramedSection } from '../../ui/framed-section.js';
import { ErrorNotice, Placeholder } from '../../ui/states.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { useDashboardUserId } from '../../user/user.js';
import { MadeSecret } from '../made-secret.js';
import { AgentCalls } from './agent-calls.js';
import { KeyForm } from './key-form.js';
import { KeyRow } from './key-row.js';

/** The keys that let programs act for the user (orders-beyond.md, "Programs"). */
export function KeysPage() {
  usePageTitle('API keys');
  const { data, isError, refetch } = useQuery(keysQuery(useDashboardUserId()));
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div className="flex flex-col gap-3">
        <h1 className="text-3xl md:text-4xl">API keys</h1>
        <p className="text-muted">
          A program with a key acts for you, by{' '}
          <Link to={paths.developers} className="text-ink underline decoration-edge underline-offset-4">
            the calls
          </Link>{' '}
          that these pages use. Give each program a key of its own, and no more than it needs. No key can
          change your login, your settings or your keys.
        </p>
        <p className="text-muted">
          AI agents connect with a key at{' '}
          <code className="font-mono text-sm text-ink wrap-anywhere">{`${location.origin}/mcp`}</code>, by the
          Model Context Protocol. They prepare orders for you to confirm here. With “Trade” they also place
          orders, within the limits of the key.
        </p>
      </div>
      {data ? (
        <>
          <Keys keys={data.keys} />
          <AgentCalls />
        </>
      ) : isError ? (
        <ErrorNotice onRetry={() => void refetch()}>Your keys could not be loaded.</ErrorNotice>
      ) : (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Placeholder className="h-56" />
        </div>
      )}
    </div>
  );
}

function Keys({ keys }: { readonly keys: readonly OwnKey[] }) {
  const [step, setStep] = useState<'list' | 'form' | { readonly text: string; readonly key: OwnKey }>('list');
  const showList = () => setStep('list');
  return (
    <FramedSection title="YOUR KEYS">
      {step === 'list' ? (
        <Button className="mt-1 self-start" onClick={() => setStep('form')}>
          Make a key
        </Button>
      ) : null}
      {step === 'form' ? (
        <KeyForm changed={null} onMade={(text, key) => setStep({ text, key })} onEnd={showList} />
      ) : null}
      {typeof step === 'object' ? (
        <MadeSecret
          text={step.text}
          heading={`The key “${step.key.name}”`}
          noun="key"
          loss="You would have to revoke it and make another one."
          onDone={showList}
        >
          Copy it now. It won't be shown again, and we store only its hash. Send it as{' '}
          <code className="font-mono text-sm">Authorization: Bearer …</code>
        </MadeSecret>
      ) : null}
      {keys.length === 0 ? (
        step === 'list' ? (
          <p className="mt-2 text-muted">You have no keys. No program can act for you.</p>
        ) : null
      ) : (
        <ul className="mt-2 flex flex-col">
          {keys.map((key) => (
            <KeyRow key={key.key} shown={key} />
          ))}
        </ul>
      )}
    </FramedSection>
  );
}
