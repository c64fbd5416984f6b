import { objectOf, textOf } from '../transcript/facts';

/** What an assistant tells a hook on its standard input; a text that is missing is empty. */
export interface HookInput {
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

export async function readHookInput(input: NodeJS.ReadableStream): Promise<HookInput> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of input as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LARGEST_BYTES) throw new TypeError('The input of the hook is too long.');
    parts.push(part);
  }
  const fields = objectOf(JSON.parse(Buffer.concat(parts).toString()));
  const text = (name: string) => textOf(fields[name]);
  return {
    event: text('hook_event_name'),
    session_id: text('session_id'),
    transcript_path: text('transcript_path'),
    cwd: text('cwd') || process.cwd(),
    source: text('source'),
    prompt: text('prompt'),
    last_answer: text('last_assistant_message') || text('prompt_response'),
    compact_summary: text('compact_summary'),
  };
}
