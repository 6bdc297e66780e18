import type { UserEvent } from './generated/calls.js';
import { readLines } from './streaming.js';
import type { World } from './transport.js';

const DATA = 'data: ';

/** The events of a drop copy after a number, without an end. */
export async function* readEvents(
  world: World,
  url: string,
  headers: Readonly<Record<string, string>>,
  { after, signal }: { readonly after?: number; readonly signal?: AbortSignal },
): AsyncGenerator<UserEvent> {
  let last = after;
  const request = () => ({
    url: last === undefined ? url : `${url}?after=${last}`,
    headers: { ...headers, accept: 'text/event-stream' },
  });
  for await (const line of readLines(world, request, signal)) {
    // Name and id of an event are also in its data, which is one line of JSON.
    if (line.startsWith(DATA)) {
      const event = JSON.parse(line.slice(DATA.length)) as UserEvent;
      last = event.number;
      yield event;
    }
  }
}
