declare const PROGRAM_VERSION: string | undefined;

/** The version in package.json, inserted by the build. `unbuilt` if the sources run directly. */
export const VERSION = typeof PROGRAM_VERSION === 'undefined' ? 'unbuilt' : PROGRAM_VERSION;
