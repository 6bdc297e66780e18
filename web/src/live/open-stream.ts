import { isSignedOut, openStream as openBody } from '../api/call.js';
import type { StreamListener, StreamOpener } from './connection.js';
import { createEventReader } from './read-events.js';

/**
 * Reads a stream with `fetch`. `EventSource` reports neither comments, which show that a quiet stream is alive, nor the
 * reason of a refusal, and cannot send the token of a hosted provider.
 */
export function streamOpener(isOwn: boolean): StreamOpener {
  return (address, lastEventId, listener) => {
    const controller = new AbortController();
    void read(address, { isOwn, lastEventId }, listener, controller.signal);
    return () => controller.abort();
  };
}

async function read(
  address: string,
  options: { readonly isOwn: boolean; readonly lastEventId: string | null },
  { onOpen, onAlive, onEvent, onEnd }: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  let isFinal = false;
  try {
    const body = await openBody(address, options, signal);
    let isOpen = false;
    const take = createEventReader((event) => signal.aborted || onEvent(event));
    const pieces = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      signal.throwIfAborted();
      // The server starts with a comment line. A proxy may respond and send nothing.
      if (!isOpen) {
        isOpen = true;
        onOpen();
      }
      onAlive();
      take(piece.value);
    }
  } catch (error) {
    isFinal = isSignedOut(error);
  }
  if (!signal.aborted) {
    onEnd(isFinal);
  }
}
