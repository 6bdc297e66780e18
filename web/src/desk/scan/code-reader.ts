/** Reads the first code in a picture; null for none. */
export type CodeReader = (picture: HTMLCanvasElement) => Promise<string | null>;

interface Detector {
  detect(source: HTMLCanvasElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Both codes of a packing slip. */
const FORMATS = ['qr_code', 'code_128'];

/** The browser's own reader, else one that reads QR codes only. Its code is loaded with the first scan. */
export async function openCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector } = window as { readonly BarcodeDetector?: DetectorClass };
  const supported = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector && supported.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: FORMATS.filter((format) => supported.includes(format)) });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
  }
  const { decodeQr } = await import('./decode-qr.js');
  return async (picture) => {
    const pixels = picture
      .getContext('2d', { willReadFrequently: true })
      ?.getImageData(0, 0, picture.width, picture.height);
    return pixels ? decodeQr(pixels) : null;
  };
}
