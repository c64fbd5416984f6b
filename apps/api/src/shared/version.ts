declare const PROGRAM_VERSION: string | undefined;

/** That of package.json, which the build puts in; `unbuilt` where the sources run as they are. */
export const VERSION = typeof PROGRAM_VERSION === 'undefined' ? 'unbuilt' : PROGRAM_VERSION;
