import { read } from 'node:fs';
import { maskSecrets } from '@groupless/shared-dto/memory/masked-text';
import { objectOf, textOf, type Json } from '../transcript/facts';
import { editorOf, type HookClient } from './hook-client';

/** What an assistant tells a hook on its standard input; a text that is missing is empty. */
export interface HookInput {
  /** As the assistant calls it, which an answer has to name. */
  event: string;
  /** The editor that runs it; null: Claude Code, Codex or Gemini CLI. */
  client: HookClient | null;
  session_id: string;
  transcript_path: string;
  /** Empty where an editor has no folder open. */
  cwd: string;
  source: string;
  prompt: string;
  last_answer: string;
  compact_summary: string;
}

const LARGEST_BYTES = 16 * 1024 * 1024;
const PART_BYTES = 65_536;

/**
 * @param hook which hook reads it, and of which editor
 * @param stream the standard input as a stream, where it cannot be read otherwise
 */
export async function readHookInput(
  hook: { name: string; client: HookClient | null },
  stream: () => AsyncIterable<Buffer>,
): Promise<HookInput> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of partsOf(stream)) {
    bytes += part.length;
    if (bytes > LARGEST_BYTES) throw new TypeError('The input of the hook is too long.');
    parts.push(part);
  }
  const fields = objectOf(JSON.parse(Buffer.concat(parts).toString()));
  const text = (name: string) => textOf(fields[name]);
  // What is remembered on this machine has no secrets either.
  const said = (name: string) => maskSecrets(text(name)).text;
  const client = hook.client ?? editorOf(fields);
  return {
    event:
      text('hook_event_name') ||
      text('hookEventName') ||
      (hook.name === 'recall' ? 'UserPromptSubmit' : 'SessionStart'),
    client,
    // Not all hooks of Cursor have a session's id; that of the conversation is the same.
    session_id: text('conversation_id') || text('session_id') || text('sessionId'),
    // Cursor's documents say nothing of what is in its transcript, and its hooks tell all that is said.
    transcript_path: client === 'cursor' ? '' : text('transcript_path'),
    cwd: text('cwd') || openFolder(fields, client),
    source: text('source'),
    prompt: said('prompt'),
    last_answer: said('last_assistant_message') || said('prompt_response') || said('text'),
    compact_summary: said('compact_summary'),
  };
}

/** Cursor names all folders of its window, of which the first counts, and runs hooks of the user in a folder of its own. */
function openFolder(fields: Json, client: HookClient | null): string {
  const { workspace_roots: roots } = fields;
  const [first] = Array.isArray(roots) ? (roots as unknown[]) : [];
  // On Windows it is `/c:/Users/ada/shop`.
  const named = textOf(first).replace(/^\/(?=[A-Za-z]:)/, '');
  return named || (client === 'cursor' ? (process.env['CURSOR_PROJECT_DIR'] ?? '') : process.cwd());
}

/** Straight from the file: the modules of a stream take a tenth of the hook's time. */
async function* partsOf(stream: () => AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const part = await nextPart();
      if (part.length === 0) return;
      yield part;
    }
  } catch {
    // A pipe that another program has made one that does not wait.
  }
  yield* stream();
}

function nextPart(): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    read(0, Buffer.allocUnsafe(PART_BYTES), 0, PART_BYTES, null, (error, length, part) =>
      error === null ? resolve(part.subarray(0, length)) : reject(error),
    ),
  );
}
