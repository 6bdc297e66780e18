import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { canonicalCode } from './canonical-code.js';
import { type CodeReader, openCodeReader } from './code-reader.js';

interface ScannerProps {
  /** Called with the code of a deal. */
  readonly onFound: (code: string) => void;
  readonly onClose: () => void;
}

const PAUSE_MS = 150;
/** The longest side of the pictures that are searched. */
const MAX_SIDE = 800;

const NO_READER = 'The scanner could not be loaded. Try again, or type the code instead.';
const NO_CAMERA = 'There is no camera here. Type the code instead.';
const IN_USE = 'The camera does not respond. Perhaps another app uses it.';
const REFUSED = 'The camera is blocked. Allow it for this website in your browser, or type the code instead.';
const OTHER_CODE = 'This is not the code of a deal. Point at the packing slip.';

/** Reads the code of a deal by the camera, and closes with the first one. */
export function Scanner({ onFound, onClose }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isLive, setIsLive] = useState(false);
  const [hint, setHint] = useState<string | null>(null);
  const found = useRef(onFound);
  found.current = onFound;

  useEffect(() => {
    const stop = new AbortController();
    const show = (stream: MediaStream) => {
      if (video.current) {
        video.current.srcObject = stream;
      }
      return video.current;
    };
    const fail = (reason: string) => {
      if (!stop.signal.aborted) {
        setFault(reason);
        stop.abort();
      }
    };
    const reactions: Reactions = {
      onLive: () => setIsLive(true),
      onOther: () => setHint(OTHER_CODE),
      onFound: (code) => found.current(code),
    };
    openCodeReader().then(
      (read) => scan(show, read, stop.signal, reactions).catch((error: unknown) => fail(reasonOf(error))),
      () => fail(NO_READER),
    );
    return () => stop.abort();
  }, []);

  return (
    <Dialog title="Scan a packing slip" onCancel={onClose}>
      {fault === null ? (
        <>
          <video
            ref={video}
            muted
            playsInline
            aria-label="Camera"
            className="aspect-square w-full rounded-control bg-night object-cover"
          />
          <p role="status" className="text-sm text-muted">
            {hint ?? (isLive ? 'Point the camera at the square code.' : 'Waiting for the camera…')}
          </p>
        </>
      ) : (
        <p role="alert">{fault}</p>
      )}
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  );
}

interface Reactions {
  readonly onLive: () => void;
  readonly onOther: () => void;
  readonly onFound: (code: string) => void;
}

/** @throws DOMException if the camera cannot be used */
async function scan(
  show: (stream: MediaStream) => HTMLVideoElement | null,
  read: CodeReader,
  signal: AbortSignal,
  { onLive, onOther, onFound }: Reactions,
): Promise<void> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) {
    throw new DOMException('', 'NotFoundError');
  }
  if (signal.aborted) {
    return;
  }
  const stream = await devices.getUserMedia({ video: { facingMode: 'environment' } });
  const end = () => {
    for (const track of stream.getTracks()) {
      track.stop();
    }
  };
  signal.addEventListener('abort', end);
  if (signal.aborted) {
    end();
    return;
  }
  const video = show(stream);
  await video?.play();
  onLive();
  const picture = document.createElement('canvas');
  while (video && !signal.aborted) {
    const text = draw(video, picture) ? await read(picture) : null;
    const code = text === null ? null : canonicalCode(text);
    if (code !== null && !signal.aborted) {
      onFound(code);
      return;
    }
    if (text !== null) {
      onOther();
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

/** @returns whether the camera has a picture yet */
function draw(video: HTMLVideoElement, picture: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, MAX_SIDE / Math.max(videoWidth, videoHeight, 1));
  picture.width = Math.round(videoWidth * scale);
  picture.height = Math.round(videoHeight * scale);
  if (picture.width === 0) {
    return false;
  }
  picture
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(video, 0, 0, picture.width, picture.height);
  return true;
}

function reasonOf(error: unknown): string {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return REFUSED;
    case 'NotFoundError':
    case 'OverconstrainedError':
      return NO_CAMERA;
    default:
      return IN_USE;
  }
}
