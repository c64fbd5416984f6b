import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import type { OpenAPIObject } from '@nestjs/swagger';

export type Linter = 'redocly' | 'spectral';

/** What a linter says of the document by its recommended rules. */
export async function lintOpenApi(linter: Linter, document: OpenAPIObject): Promise<string[]> {
  const child = spawn(process.execPath, [join(__dirname, 'openapi-linters.mjs'), linter]);
  child.stdin.end(JSON.stringify(document));
  const [problems, complaint] = await Promise.all([json(child.stdout).catch(() => null), text(child.stderr)]);
  if (problems === null) throw new Error(complaint);
  return problems as string[];
}
