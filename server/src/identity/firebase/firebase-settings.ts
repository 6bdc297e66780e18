import type { FirebaseSetup } from '@perkex/contract/identity-setup.js';

/** A Firebase Authentication project. */
export interface FirebaseSettings extends FirebaseSetup {
  /** `host:port` of Google's Auth emulator, which signs nothing; null for the real service. */
  readonly emulatorHost: string | null;
}

/** A host, with or without a port. It is part of the content security policy, where a space would start another one. */
export function isHost(text: string): boolean {
  return /^(\[[\da-f:]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)(:\d{1,5})?$/i.test(text);
}

/** Only such projects can never exist at Google, so they have no users with anything to lose. */
export function isDemoProject(projectId: string): boolean {
  return projectId.startsWith('demo-');
}
