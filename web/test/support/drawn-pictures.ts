import { vi } from 'vitest';

/** happy-dom decodes and draws no pictures. Here, every JPEG is a large picture that is drawn as this one. */
export function drawPictures(image: string): void {
  vi.stubGlobal('createImageBitmap', async ({ type }: Blob) => {
    if (type !== 'image/jpeg') {
      throw new DOMException('', 'InvalidStateError');
    }
    return { width: 4000, height: 3000, close() {} };
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage() {},
    fillRect() {},
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(image);
}
