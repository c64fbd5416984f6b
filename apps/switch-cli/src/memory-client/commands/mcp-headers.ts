import type { Outcome } from '../../program/run';
import type { MemoryRun } from '../program/memory-run';
import { readMemorySettings } from '../server/memory-settings';

/**
 * What an assistant asks for when it connects to the MCP server, so that the key stands in none of its files.
 * @param isKeyAlone for `export ASSISTANT_MEMORY_KEY="$(…)"`, where a tool knows environment variables only
 */
export function mcpHeaders({ environment }: MemoryRun, isKeyAlone: boolean): Promise<Outcome> {
  const { key } = readMemorySettings(environment);
  const headers = { Authorization: `Bearer ${key}` };
  return Promise.resolve({ lines: [isKeyAlone ? key : JSON.stringify(headers)], facts: headers });
}
