import { withoutInjected } from '../transcript/injected';
import { withoutTranscript } from './checkpoint';
import { collect, noteRequest } from './collect';
import type { HookRun } from './hook-run';

/** For an assistant that takes no context with a request: it is remembered, and nothing is searched for. */
export async function request(run: HookRun): Promise<string> {
  const { client, prompt } = run.input;
  if (client === 'cursor') {
    await collect(run, (state) => withoutTranscript(run, { ...state, is_ended: false }, 'user', prompt));
  } else {
    // Its transcript, which it may name later, will most probably have it.
    await noteRequest(run, withoutInjected(prompt));
  }
  return '';
}
