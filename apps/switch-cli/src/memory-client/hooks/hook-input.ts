import { read } from 'node:fs';
import { objectOf, textOf } from '../transcript/facts';

/** What an assistant tells a hook on its standard input; a text that is missing is empty. */
export interface HookInput {
  /** As the assistant calls it, which an answer has to name. */
  event: string;
  session_id: string;
  transcript_path: string;
  cwd: string;
  source: string;
  prompt: string;
  last_answer: string;
  compact_summary: string;
}

const LARGEST_BYTES = 16 * 1024 * 1024;
const PART_BYTES = 65_536;

/**
 * @param hook which hook reads it
 * @param stream the standard input as a stream, where it cannot be read otherwise
 */
export async function readHookInput(hook: string, stream: () => AsyncIterable<Buffer>): Promise<HookInput> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of partsOf(stream)) {
    bytes += part.length;
    if (bytes > LARGEST_BYTES) throw new TypeError('The input of the hook is too long.');
    parts.push(part);
  }
  const fields = objectOf(JSON.parse(Buffer.concat(parts).toString()));
  const text = (name: string) => textOf(fields[name]);
  return {
    event: text('hook_event_name') || (hook === 'recall' ? 'UserPromptSubmit' : 'SessionStart'),
    session_id: text('session_id'),
    transcript_path: text('transcript_path'),
    cwd: text('cwd') || process.cwd(),
    source: text('source'),
    prompt: text('prompt'),
    last_answer: text('last_assistant_message') || text('prompt_response'),
    compact_summary: text('compact_summary'),
  };
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
