import { fork, type ChildProcess } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MemoryMachine } from './memory-machine';

/** What brings the brief. */
export const REQUESTS = ['UserPromptSubmit', 'BeforeAgent'];

export type ToolName = 'claude-code' | 'codex' | 'gemini';

/** Which event of each tool a moment is. */
const EVENTS: Record<ToolName, Record<'start' | 'request' | 'answer' | 'end', string>> = {
  'claude-code': { start: 'SessionStart', request: 'UserPromptSubmit', answer: 'Stop', end: 'SessionEnd' },
  codex: { start: 'SessionStart', request: 'UserPromptSubmit', answer: 'Stop', end: 'SessionEnd' },
  gemini: { start: 'SessionStart', request: 'BeforeAgent', answer: 'AfterAgent', end: 'SessionEnd' },
};
const SETTINGS: Record<ToolName, string> = {
  'claude-code': '.claude/settings.json',
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
};

export interface HookResult {
  event: string;
  code: number | null;
  stdout: string;
  ms: number;
}

interface Settings {
  hooks: Record<string, { matcher?: string; hooks: { command: string; async?: boolean }[] }[]>;
}

/** Whether hooks are for what happens: the kinds of a start are listed. */
function isFor(matcher: string | undefined, { source }: { source?: string }): boolean {
  return matcher === undefined || source === undefined || matcher.split('|').includes(source);
}

/** A session of an assistant, played from the hooks in its real settings file. */
export class PlayedTool {
  readonly results: HookResult[] = [];
  private readonly background: Promise<HookResult>[] = [];
  private readonly waiting = new Map<number, (result: Omit<HookResult, 'event'>) => void>();
  private calls = 0;
  private lines = 0;

  private constructor(
    private readonly machine: MemoryMachine,
    private readonly tool: ToolName,
    readonly session_id: string,
    private readonly process: ChildProcess,
  ) {
    process.on('message', (message: 'ready' | { id: number; code: number; stdout: string; ms: number }) => {
      if (message !== 'ready') this.waiting.get(message.id)?.(message);
    });
  }

  static async start(machine: MemoryMachine, tool: ToolName, session_id: string): Promise<PlayedTool> {
    const child = fork(join(__dirname, 'tool-process.cjs'), {
      env: machine.environment,
      cwd: machine.folder,
    });
    await new Promise((resolve) => child.once('message', resolve));
    const played = new PlayedTool(machine, tool, session_id, child);
    mkdirSync(dirname(played.transcript), { recursive: true });
    writeFileSync(played.transcript, '');
    await played.happens('start', { source: 'startup' });
    return played;
  }

  /** One turn: the request, what the assistant does, and its answer. */
  async turn(request: string, answer: string): Promise<void> {
    await this.happens('request', { prompt: request });
    this.writes('user', request);
    this.writes('assistant', answer);
    await this.happens('answer', {
      last_assistant_message: answer,
      prompt_response: answer,
      prompt: request,
    });
  }

  /** @param interruptAfterMs Ctrl-C, for the hook too */
  async end(interruptAfterMs: number | null = null): Promise<void> {
    await this.happens('end', { reason: 'other' }, interruptAfterMs);
    await this.leave();
  }

  /** The tool ends without its last hook; what runs in the background ends by itself. */
  async leave(): Promise<void> {
    await Promise.all(this.background);
    this.process.kill('SIGTERM');
    await this.gone();
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.gone();
  }

  get transcript(): string {
    const extension = this.tool === 'gemini' ? 'json' : 'jsonl';
    return this.machine.path('transcripts', `${this.session_id}.${extension}`);
  }

  private gone(): Promise<unknown> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => this.process.once('exit', resolve));
  }

  private async happens(
    moment: keyof (typeof EVENTS)[ToolName],
    fields: Record<string, string>,
    interruptAfterMs: number | null = null,
  ): Promise<void> {
    const event = EVENTS[this.tool][moment];
    const settings = JSON.parse(this.machine.read(SETTINGS[this.tool])) as Settings;
    const input = JSON.stringify({
      session_id: this.session_id,
      transcript_path: this.transcript,
      cwd: this.machine.folder,
      hook_event_name: event,
      ...fields,
    });
    const groups = (settings.hooks[event] ?? []).filter(({ matcher }) => isFor(matcher, fields));
    for (const { command, async } of groups.flatMap(({ hooks }) => hooks)) {
      const running = this.runs(event, command, input, interruptAfterMs);
      if (async === true) this.background.push(running);
      else await running;
    }
  }

  private runs(
    event: string,
    command: string,
    input: string,
    interruptAfterMs: number | null,
  ): Promise<HookResult> {
    const id = this.calls++;
    this.process.send({ id, command, input, cwd: this.machine.folder, interruptAfterMs });
    return new Promise((resolve) => {
      const done = (result: Omit<HookResult, 'event'>) => {
        this.results.push({ ...result, event });
        resolve({ ...result, event });
      };
      this.waiting.set(id, done);
      this.process.once('exit', () => resolve({ event, code: null, stdout: '', ms: 0 }));
    });
  }

  /** As each tool writes its transcript. */
  private writes(role: 'user' | 'assistant', text: string): void {
    const timestamp = new Date().toISOString();
    const id = `${this.session_id}-line-${this.lines++}`;
    const { session_id: sessionId } = this;
    switch (this.tool) {
      case 'claude-code': {
        const content = role === 'user' ? text : [{ type: 'text', text }];
        this.appends({ type: role, uuid: id, sessionId, timestamp, message: { role, content } });
        break;
      }
      case 'codex': {
        const part = { type: role === 'user' ? 'input_text' : 'output_text', text };
        this.appends({
          timestamp,
          type: 'response_item',
          payload: { type: 'message', role, content: [part] },
        });
        const type = role === 'user' ? 'user_message' : 'agent_message';
        this.appends({ timestamp, type: 'event_msg', payload: { type, message: text } });
        break;
      }
      case 'gemini':
        this.messages.push({ id, timestamp, type: role === 'user' ? 'user' : 'gemini', content: text });
        writeFileSync(this.transcript, JSON.stringify({ sessionId, messages: this.messages }, null, 2));
    }
  }

  private readonly messages: object[] = [];

  private appends(line: object): void {
    appendFileSync(this.transcript, `${JSON.stringify(line)}\n`);
  }
}
