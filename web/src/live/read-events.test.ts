import { describe, expect, it } from 'vitest';
import { createEventReader, type RawEvent } from './read-events.js';

function read(...pieces: readonly string[]): RawEvent[] {
  const events: RawEvent[] = [];
  const take = createEventReader((event) => events.push(event));
  for (const piece of pieces) {
    take(piece);
  }
  return events;
}

const STREAM = ': hello\n\nid: 7\nevent: book\ndata: {"a":1}\n\nevent: reset\ndata: {}\n\n';
const EVENTS = [
  { name: 'book', data: '{"a":1}', id: '7' },
  { name: 'reset', data: '{}', id: '7' },
];

describe('createEventReader', () => {
  it('reads events with the last id and skips comments', () => {
    expect(read(STREAM)).toEqual(EVENTS);
  });

  it.each([
    ['\\r\\n', '\r\n'],
    ['\\r', '\r'],
  ])('accepts %s as a line ending', (_name, ending) => {
    expect(read(STREAM.replaceAll('\n', ending), `: more${ending}`)).toEqual(EVENTS);
  });

  it('accepts text that is cut anywhere', () => {
    for (const stream of [STREAM, STREAM.replaceAll('\n', '\r\n')]) {
      for (let at = 0; at <= stream.length; at += 1) {
        expect(read(stream.slice(0, at), stream.slice(at))).toEqual(EVENTS);
      }
    }
  });

  it('drops events that are incomplete or have no data', () => {
    expect(read('event: book\ndata: 1\n')).toEqual([]);
    expect(read('event: book\n\ndata: 1\n\n')).toEqual([{ name: 'message', data: '1', id: null }]);
  });

  it('joins lines of data and reads a field without a colon as empty', () => {
    expect(read('data: a\ndata\ndata:b\n\n')).toEqual([{ name: 'message', data: 'a\n\nb', id: null }]);
  });
});
