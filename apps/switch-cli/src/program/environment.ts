/** What a run knows of the machine and the shell that it was started in. */
export interface Environment {
  variables: Readonly<Record<string, string | undefined>>;
  home: string;
  cwd: string;
  platform: NodeJS.Platform;
  /** How long another program may take from reading one of its files to writing it, where that is not as usual. */
  settled_ms?: number;
}
