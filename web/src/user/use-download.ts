import { useMutation } from '@tanstack/react-query';
import { ConnectionError, unlessSignedOut } from '../api/call.js';
import { saveFile } from '../ui/save-file.js';
import { showActionSuccess, showActionWarning } from '../ui/toast.js';

/** Downloads what `read` returns as a file of this name. @param success the sentence of the toast afterwards */
export function useDownload(read: () => Promise<Blob>, name: string, success: string) {
  const { mutate, isPending } = useMutation({
    mutationFn: read,
    onSuccess(file) {
      saveFile(file, name);
      showActionSuccess(success);
    },
    onError: unlessSignedOut((error) =>
      showActionWarning(
        error instanceof ConnectionError ? `${error.message} Please try again.` : error.message,
      ),
    ),
  });
  return { download: () => mutate(), isPending };
}
