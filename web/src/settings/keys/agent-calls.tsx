import { type AgentCall, agentCallsQuery } from '../../api/keys.js';
import { paths } from '../../links/paths.js';
import { GrowingList, usePages } from '../../lists/growing-list.js';
import { Link } from '../../routing/link.js';
import { FramedSection } from '../../ui/framed-section.js';
import { momentText } from '../../ui/moment.js';
import { ErrorNotice } from '../../ui/states.js';
import { useDashboardUserId } from '../../user/user.js';
import { inputText, outcomeText, toolText } from './key-words.js';

/** The calls of agents with the user's keys. Nothing is shown before the first one. */
export function AgentCalls() {
  const { data, isError, refetch, older } = usePages(agentCallsQuery(useDashboardUserId()));
  const calls = data?.pages.flatMap((page) => page.calls) ?? [];
  const hasFailed = isError && data === undefined;
  if (calls.length === 0 && !hasFailed) {
    return null;
  }
  return (
    <FramedSection title="WHAT AGENTS DID">
      {hasFailed ? (
        <ErrorNotice onRetry={() => void refetch()}>The calls could not be loaded.</ErrorNotice>
      ) : (
        <>
          <p className="text-sm text-muted">
            Every call of an agent with one of your keys, for 90 days: the newest 1,000 that read, and the
            newest 1,000 that changed something.
          </p>
          <GrowingList rows={calls} older={older}>
            {(rows) => (
              <ul className="flex flex-col">
                {rows.map((call) => (
                  <Row key={call.id} call={call} />
                ))}
              </ul>
            )}
          </GrowingList>
        </>
      )}
    </FramedSection>
  );
}

function Row({ call: { tool, keyName, product, input, outcome, at } }: { readonly call: AgentCall }) {
  const fields = inputText(input);
  return (
    <li className="flex flex-col gap-1 border-t border-line py-3 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 wrap-anywhere">
        <span className="font-semibold">{toolText(tool)}</span>
        <span className={outcome === 'done' ? 'text-sm' : 'text-sm font-semibold'}>
          {outcomeText(outcome)}
        </span>
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {momentText('local', at)}, by “{keyName}”
      </p>
      {product ? (
        <Link
          to={paths.product(product.id)}
          className="self-start py-0.5 text-sm underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-ink"
        >
          {product.name}
        </Link>
      ) : null}
      {fields === '' ? null : <p className="text-sm text-muted wrap-anywhere">{fields}</p>}
    </li>
  );
}
