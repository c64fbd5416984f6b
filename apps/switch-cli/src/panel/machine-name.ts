import { hostname } from 'node:os';

const LONGEST = 100;

/** How this machine is called in the panel: its host name, unless ASSISTANT_SWITCH_MACHINE says otherwise. */
export function machineName(variables: Readonly<Record<string, string | undefined>>): string {
  const name = variables['ASSISTANT_SWITCH_MACHINE'] || hostname();
  // A header carries ASCII only.
  const ascii = name.replace(/[^\x20-\x7e]+/g, '-').trim();
  return ascii.slice(0, LONGEST) || 'unnamed';
}
