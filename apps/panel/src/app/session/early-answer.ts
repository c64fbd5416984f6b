import type { SignedIn } from './session-api';

declare global {
  interface Window {
    /** Asked for by the script in index.html. */
    signedIn?: Promise<SignedIn | null> | undefined;
  }
}

/** Who is signed in, where the page has asked that beside the loading of the program: once, and null if in vain. */
export async function takeEarlyAnswer(): Promise<SignedIn | null> {
  const asked = window.signedIn;
  window.signedIn = undefined;
  return (await asked) ?? null;
}
