import type { BrowserContext } from 'playwright-core';

/**
 * Firebase's client and its frame communicate through a script of Google's (gapi.iframes), on which tests must not
 * depend. This replaces the part of it that they use, in the page and in the emulator's frame. All other requests to
 * other machines are refused.
 */
export async function standInForGoogle(context: BrowserContext): Promise<void> {
  await context.route(isElsewhere, (route) => route.abort());
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${standIn.toString()})()` }),
  );
}

function isElsewhere({ protocol, hostname }: URL): boolean {
  return protocol.startsWith('http') && hostname !== 'localhost' && hostname !== '127.0.0.1';
}

/** Runs in the browser, so it must not refer to anything outside itself. */
function standIn(): void {
  type Handler = (payload: unknown) => unknown;
  type Callback = (answers: unknown[]) => void;
  type Message = { kind: 'ready' | 'call' | 'answer'; id: number; type: string; payload: unknown };

  /** Calls between a page and its frame. A call waits until its handler is registered. */
  function channel(peer: () => Window | null) {
    const handlers = new Map<string, Handler>();
    const callbacks = new Map<number, Callback>();
    let waiting: Message[] = [];
    let lastId = 0;
    let setReady = () => {};
    const ready = new Promise<void>((done) => {
      setReady = done;
    });
    const post = (message: Message) => peer()?.postMessage({ gapi: message }, '*');

    function take(message: Message): void {
      const { kind, id, type, payload } = message;
      if (kind === 'ready') {
        setReady();
      } else if (kind === 'answer') {
        callbacks.get(id)?.([payload]);
      } else {
        const handler = handlers.get(type);
        if (handler) {
          post({ kind: 'answer', id, type, payload: handler(payload) });
        } else {
          waiting.push(message);
        }
      }
    }

    window.addEventListener('message', ({ source, data }) => {
      if (data?.gapi && source === peer()) {
        take(data.gapi);
      }
    });
    return {
      ready,
      sayReady: () => post({ kind: 'ready', id: 0, type: '', payload: null }),
      register(type: string, handler: Handler) {
        handlers.set(type, handler);
        const calls = waiting;
        waiting = [];
        for (const call of calls) {
          take(call);
        }
      },
      send(type: string, payload: unknown, callback: Callback) {
        lastId += 1;
        callbacks.set(lastId, (answers) => {
          try {
            callback(answers);
          } catch {
            // Firebase's client throws when it is done; Google's script ignores that error.
          }
        });
        post({ kind: 'call', id: lastId, type, payload });
      },
    };
  }

  function open({ where, url }: { where: HTMLElement; url: string }, onOpen: (iframe: object) => void) {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = url;
    const calls = channel(() => frame.contentWindow);
    where.append(frame);
    return onOpen({
      ...calls,
      restyle: async () => {},
      ping: (callback: () => void) => calls.ready.then(callback),
    });
  }

  function getParentIframe() {
    const calls = channel(() => window.parent);
    calls.sayReady();
    return calls;
  }

  const gapi = {
    load: (_name: string, { callback }: { callback: () => void }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      Iframe: {},
      getContext: () => ({ open, getParentIframe }),
    },
  };
  const script = document.currentScript as HTMLScriptElement;
  const callbackName = new URL(script.src).searchParams.get('onload') ?? 'gapi_onload';
  Object.assign(window, { gapi });
  (window as unknown as Record<string, () => void>)[callbackName]?.();
}
