import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const WASM = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));

/** Reads the bar codes and QR codes of a picture as a scanner does: each as its format and its text, sorted. */
export async function readCodes(png: Uint8Array): Promise<string[]> {
  // By default, the library fetches it from a public server.
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(WASM)).buffer } });
  const codes = await readBarcodes(png);
  return codes.map(({ format, text }) => `${format} ${text}`).sort();
}

/**
 * Reads the codes of the first page of a PDF, drawn as a printer does, at 200 points an inch.
 * @returns null where Poppler is not installed, which draws it
 */
export async function readPrintedCodes(pdf: Uint8Array): Promise<string[] | null> {
  const { status, stdout } = spawnSync('pdftoppm', ['-png', '-r', '200', '-singlefile', '-'], {
    input: pdf,
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? readCodes(stdout) : null;
}
