/** A parsed event. Its data are still text. */
export interface RawEvent {
  readonly name: string;
  readonly data: string;
  /** The id of this event, or the last id before it; null for none. */
  readonly id: string | null;
}

/**
 * Parses a `text/event-stream` chunk by chunk, wherever it is cut, and calls back for each complete event. Follows the
 * HTML standard except for `retry`, which we ignore.
 */
export function createEventReader(onEvent: (event: RawEvent) => void): (piece: string) => void {
  let rest = '';
  let name = '';
  let data: string[] = [];
  let id: string | null = null;

  function endEvent(): void {
    if (data.length > 0) {
      onEvent({ name: name || 'message', data: data.join('\n'), id });
    }
    name = '';
    data = [];
  }

  function take(line: string): void {
    if (line === '') {
      endEvent();
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') {
      name = value;
    } else if (field === 'data') {
      data.push(value);
    } else if (field === 'id') {
      id = value;
    }
  }

  return (piece) => {
    rest += piece;
    // A carriage return at the end may be the first half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      take(line);
    }
  };
}
