// The process in which `PictureMakers` makes pictures, one after the other.
import { makePhoto, makePicture } from './make-picture.js';
import { PictureError } from './picture-error.js';
import type { MakerAnswer, MakerRequest } from './picture-makers.js';

process.on('message', ({ original, isPhoto }: MakerRequest) => {
  (isPhoto ? makePhoto(original) : makePicture(original))
    .then(
      (made): MakerAnswer => ({ made }),
      (error: Error): MakerAnswer =>
        error instanceof PictureError
          ? { refusal: error.message }
          : { failure: error.stack ?? error.message },
    )
    .then((answer) => process.send?.(answer));
});

// An ordinary exit would wait for the decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// The terminal sends these to the command and to this process. The command decides when to end.
for (const signal of ['SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {});
}
