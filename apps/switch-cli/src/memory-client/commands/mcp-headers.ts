import type { Outcome } from '../../program/run';
import type { MemoryRun } from '../program/memory-run';
import { readMemorySettings, storedMemorySettings } from '../server/memory-settings';

/**
 * What an assistant asks for when it connects to the MCP server, so that the key stands in none of its files.
 * @param isKeyAlone for `export ASSISTANT_MEMORY_KEY="$(…)"`, where a tool knows environment variables only
 */
export function mcpHeaders({ environment }: MemoryRun, isKeyAlone: boolean): Promise<Outcome> {
  // The variable that is to be set must not be where its value comes from: it would stay as it is for ever.
  const stored = isKeyAlone ? storedMemorySettings(environment) : null;
  const { key } = stored ?? readMemorySettings(environment);
  const headers = { Authorization: `Bearer ${key}` };
  return Promise.resolve({ lines: [isKeyAlone ? key : JSON.stringify(headers)], facts: headers });
}
