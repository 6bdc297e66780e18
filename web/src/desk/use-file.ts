import { useState } from 'react';
import { base64Of } from './base64-of.js';

interface FileLimits {
  readonly maxBytes: number;
  /** The command that takes larger files. */
  readonly command: string;
}

/** The file that a member has chosen. */
export function useFile({ maxBytes, command }: FileLimits) {
  const [fault, setFault] = useState<string | null>(null);
  return {
    /** Why it cannot be sent; null if it can. */
    fault,
    /** @returns its content in base64, or null if it is too large */
    async read(file: File): Promise<string | null> {
      if (file.size > maxBytes) {
        setFault(`${file.name} has more than ${maxBytes / 1_000_000} MB. Import it with "${command}".`);
        return null;
      }
      setFault(null);
      return base64Of(file);
    },
  };
}
