import { dealCode } from '@perkex/core/deals/deal-code.js';
import { screen, waitFor } from '@testing-library/react';
import { encode } from 'uqr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeskLayout } from '../src/desk/desk-layout.js';
import { decodeQr } from '../src/desk/scan/decode-qr.js';
import { startDesk } from './support/open-desk.js';
import { openPage } from './support/open-page.js';

const CODE = dealCode({ productId: 7, id: '019ac1a2-0000-7000-8000-000000000001' });

/** The browser's own reader. */
const read = vi.fn<() => Promise<string | null>>();

class FakeDetector {
  static async getSupportedFormats() {
    return ['qr_code'];
  }

  async detect() {
    const rawValue = await read();
    return rawValue === null ? [] : [{ rawValue }];
  }
}

const stopped = vi.fn();
const getUserMedia = vi.fn();

beforeEach(() => {
  startDesk('desk');
  getUserMedia.mockReset().mockImplementation(async () => {
    const stream = new MediaStream();
    stream.getTracks = () => [{ stop: stopped } as unknown as MediaStreamTrack];
    return stream;
  });
  offerCamera({ getUserMedia });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage() {} } as never);
  vi.stubGlobal('BarcodeDetector', FakeDetector);
  // happy-dom shows no videos.
  for (const size of ['videoWidth', 'videoHeight']) {
    Object.defineProperty(HTMLVideoElement.prototype, size, { value: 640, configurable: true });
  }
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  for (const size of ['videoWidth', 'videoHeight']) {
    Reflect.deleteProperty(HTMLVideoElement.prototype, size);
  }
});

function offerCamera(devices: object | undefined): void {
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true });
}

async function scan() {
  const Desk = () => <DeskLayout />;
  const { user } = openPage(Desk, {
    at: '/desk',
    others: { '/desk/deals/:code': () => <h1>The deal</h1> },
    userId: 'ada',
  });
  await user.click(await screen.findByRole('button', { name: 'Scan with the camera' }));
  return user;
}

describe('the camera', () => {
  it('opens the deal of the code that it reads, and is switched off', async () => {
    read.mockResolvedValueOnce(null).mockResolvedValueOnce('https://shop.example').mockResolvedValue(CODE);
    await scan();
    await screen.findByRole('heading', { name: 'The deal' });
    expect(location.pathname).toBe(`/desk/deals/${CODE}`);
    await waitFor(() => expect(stopped).toHaveBeenCalled());
  });

  it('says that another code is not that of a deal, and is switched off when closed', async () => {
    read.mockResolvedValue('https://shop.example');
    const user = await scan();
    await screen.findByText('This is not the code of a deal. Point at the packing slip.');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(stopped).toHaveBeenCalled();
  });

  it.each([
    ['NotAllowedError', /^The camera is blocked\./],
    ['NotFoundError', /^There is no camera here\./],
    ['NotReadableError', /^The camera does not respond\./],
  ])('that fails with %s is explained', async (name, text) => {
    getUserMedia.mockRejectedValue(new DOMException('', name));
    await scan();
    await screen.findByText(text);
  });

  it('stays off when the reader cannot be loaded, which is explained', async () => {
    stopped.mockReset();
    class BrokenDetector extends FakeDetector {
      constructor() {
        super();
        throw new TypeError('Failed to fetch');
      }
    }
    vi.stubGlobal('BarcodeDetector', BrokenDetector);
    await scan();
    await screen.findByText(/^The scanner could not be loaded\./);
    expect(stopped).toHaveBeenCalledTimes(getUserMedia.mock.calls.length);
  });

  it('that the browser does not offer is explained', async () => {
    offerCamera(undefined);
    await scan();
    await screen.findByText(/^There is no camera here\./);
  });
});

describe('the reader for browsers without one', () => {
  /** The modules of a QR code as pixels, with a white edge. */
  function pixelsOf(text: string) {
    const { data: modules, size } = encode(text, { border: 4 });
    const scale = 4;
    const side = size * scale;
    const data = new Uint8ClampedArray(side * side * 4).fill(255);
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)]) {
          data.fill(0, 4 * (y * side + x), 4 * (y * side + x) + 3);
        }
      }
    }
    return { width: side, height: side, data };
  }

  it('reads the square code of a packing slip, and nothing in a picture without one', () => {
    expect(decodeQr(pixelsOf(CODE))).toBe(CODE);
    const empty = { width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(255) };
    expect(decodeQr(empty)).toBeNull();
  });
});
