/** An event as it comes: its data are still text. */
export interface RawEvent {
  readonly name: string;
  readonly data: string;
  /** Of this event, or the last one before it that had one; null for none. */
  readonly id: string | null;
}

/**
 * Takes the text of a `text/event-stream` piece by piece, wherever it is cut, and calls back for every whole event. As
 * the HTML standard has it, but for `retry`, which is ours to decide.
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
