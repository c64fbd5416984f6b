declare const PROGRAM_VERSION: string | undefined;

/** The version of package.json, inserted by the build; `unbuilt` where the sources run directly. */
export const VERSION = typeof PROGRAM_VERSION === 'undefined' ? 'unbuilt' : PROGRAM_VERSION;
