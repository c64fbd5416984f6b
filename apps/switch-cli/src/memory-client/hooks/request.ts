import { assistantProcess } from '../store/assistant-process';
import { withoutInjected } from '../transcript/injected';
import { withoutTranscript } from './checkpoint';
import { collect, noteRequest } from './collect';
import type { HookRun } from './hook-run';

/**
 * For an assistant that takes no context with a request: it is remembered, and nothing is searched for. A conversation goes on in
 * another process once the window of its editor is loaded anew.
 */
export async function request(run: HookRun): Promise<string> {
  const { client, prompt } = run.input;
  const present = { is_ended: false, process: assistantProcess() };
  if (client === 'cursor') {
    await collect(run, (state) => withoutTranscript(run, { ...state, ...present }, 'user', prompt));
  } else {
    // Its transcript, which it may name later, will most probably have it.
    await noteRequest(run, withoutInjected(prompt), present);
  }
  return '';
}
