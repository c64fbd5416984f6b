import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { eventually } from '../harness/data/times';
import { makeDataFolder, RunningProgram } from '../harness/programs/running-program';
import { MemoryMachine } from '../process/memory-client/memory-machine';
import { MEMORY_API_KEY } from '../process/memory-client/sessions';
import { AssistantScene, AttachedAssistant } from './assistant-scene';
import { ASSISTANTS, ASSISTANTS_FOLDER, RealAssistant, type Assistant } from './real-assistant';

const TIMES = 10;
/** So often PostgreSQL plans a statement anew. */
const WARM = 6;
const IN_TERMINAL = { CLAUDE_CODE_ENTRYPOINT: 'cli' };
const WITHOUT_TERMINAL = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };

const described = ASSISTANTS_FOLDER === undefined ? describe.skip : describe;

/** The figures of docs/assistants.md. They are printed, not judged: they depend on the machine and on what else it does. */
described.each(ASSISTANTS)('what the memory costs %s', (name) => {
  jest.setTimeout(570_000);

  it('at its start, beside the same without it', async () => {
    // As a user has it: a server in a process of its own.
    const data = makeDataFolder();
    const program = await RunningProgram.start({ DATA_DIR: data.path, MEMORY_API_KEY });
    const machine = new MemoryMachine(MEMORY_API_KEY);
    try {
      await program.ready();
      await machine.logIn(program.base_url);
      const attached = await AttachedAssistant.on(machine, name);
      const told = await startsOf(attached, name).finally(() => attached.close());
      console.warn(`REPORT: ${told}`);
    } finally {
      await program.kill('SIGTERM');
      await machine.remove();
      await data.remove();
    }
  });
});

described.each(ASSISTANTS)('what the memory has of %s', (name) => {
  jest.setTimeout(570_000);
  let opened: AssistantScene;
  beforeAll(async () => {
    opened = await AssistantScene.open(name);
  });
  afterAll(() => opened.close());

  it('stores every turn of ten endings, half of them by a kill', async () => {
    const { provider, assistant } = opened;
    for (let time = 0; time < TIMES; time++) {
      const word = `ending-${time}-`;
      // Of one line without a result there would be no summary.
      const request = `Where is ${word}?\nAnd where was it before?`;
      if (time % 2 === 0) {
        await assistant.ask(request);
        continue;
      }
      const since = provider.asked.length;
      provider.isSilent = true;
      const child = assistant.start(request);
      await eventually(() => opened.wasSent(word, since));
      await RealAssistant.kill(child);
      provider.isSilent = false;
    }
    await assistant.ask('Is all of it there?');
    // On a busy machine a session of before may be left to the next hook.
    await assistant.ask('And now?');
    const [requests, summaries]: [number[], number[]] = [[], []];
    for (let time = 0; time < TIMES; time++) {
      requests.push((await opened.turnsWith(`ending-${time}-`)).length);
      summaries.push(await opened.summariesWith(`ending-${time}-`));
    }
    const answers = (await opened.turnsWith('of the provider')).length;
    console.warn(
      `REPORT: ${name}: of five normal ends and five kills, in turn: requests stored ${requests.join(' ')}, ` +
        `summaries ${summaries.join(' ')}, answers of all sessions ${answers}`,
    );
    expect(requests).toEqual(Array(TIMES).fill(1));
    expect(summaries).toEqual(Array(TIMES).fill(1));
  });

  it('prints how long its programs take', async () => {
    if (name !== 'claude-code') return;
    const { machine } = opened.scene;
    const asked = { jsonrpc: '2.0', id: 1, method: 'initialize' };
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    const serve = async () => {
      const startedAt = performance.now();
      const child = spawn('assistant-memory', ['mcp'], { env: machine.environment, cwd: machine.folder });
      child.stdin.write(`${JSON.stringify({ ...asked, params })}\n`);
      await once(child.stdout, 'data');
      const ms = performance.now() - startedAt;
      child.stdin.end();
      await once(child, 'exit');
      return ms;
    };
    const input = (time: number) =>
      JSON.stringify({ session_id: `turn-${time}`, cwd: machine.folder, last_assistant_message: 'Done.' });
    const end = async (time: number, variables: Record<string, string>) => {
      const startedAt = performance.now();
      await machine.run(['hook', 'turn-end'], input(time), variables);
      return performance.now() - startedAt;
    };
    const served: number[] = [];
    const inTerminal: number[] = [];
    const ofOthers: number[] = [];
    const headless: number[] = [];
    const idle: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      idle.push(await bare(machine));
      served.push(await serve());
      // The first hook of a session looks at the repository, too.
      await end(time, IN_TERMINAL);
      inTerminal.push(await end(time, IN_TERMINAL));
      await end(time + TIMES, {});
      ofOthers.push(await end(time + TIMES, {}));
      await end(time + 2 * TIMES, WITHOUT_TERMINAL);
      headless.push(await end(time + 2 * TIMES, WITHOUT_TERMINAL));
    }
    console.warn(
      `REPORT: assistant-memory mcp answers after ${median(served)} ms; the end of a turn takes ${median(inTerminal)} ms ` +
        `with Claude Code, ${median(headless)} ms with \`claude -p\`, ` +
        `${median(ofOthers)} ms with the others (medians of ${TIMES}); ` +
        beside(median(served), idle),
    );
  });
});

/** How long it takes until the provider is asked, with and without the memory. */
async function startsOf(
  { machine, assistant, provider }: AttachedAssistant,
  name: Assistant,
): Promise<string> {
  const startOnce = async (word: string): Promise<number> => {
    const since = provider.asked.length;
    const startedAt = performance.now();
    const child = assistant.start(`Where is ${word}`);
    const found = () => provider.asked.slice(since).find(({ body }) => body.includes(word));
    await eventually(() => found() !== undefined);
    if (child.exitCode === null) await once(child, 'exit');
    return (found()?.at ?? Infinity) - startedAt;
  };
  const figures = { with: [] as number[], without: [] as number[], bare: [] as number[] };
  // A server runs for days: what it does once, such as to plan its queries, is not the assistant's.
  for (let time = 0; time < WARM; time++) await startOnce(`start-warm-${time}`);
  // In turn, so that both meet the same machine.
  for (let time = 0; time < TIMES; time++) {
    figures.with.push(await startOnce(`start-${time}-with`));
    await machine.run(['detach', name]);
    figures.without.push(await startOnce(`start-${time}-without`));
    await machine.run(['attach', name]);
    figures.bare.push(await bare(machine));
  }
  const [attached, detached] = [median(figures.with), median(figures.without)];
  return (
    `${await assistant.version()}: until the first request ${attached} ms with the memory, ${detached} ms without ` +
    `(median of ${TIMES} each): ${attached - detached} ms more; ${beside(attached - detached, figures.bare)}`
  );
}

/** A program that does nothing: how fast the machine is in that minute. */
async function bare({ environment }: MemoryMachine): Promise<number> {
  const startedAt = performance.now();
  const child = spawn('node', ['-e', '0'], { env: environment });
  await once(child, 'close');
  return performance.now() - startedAt;
}

/** How many times as long as a bare Node: the part of a figure that does not depend on the machine's load. */
function beside(ms: number, bare: readonly number[]): string {
  return `${(ms / median(bare)).toFixed(1)} times a bare Node (${median(bare)} ms)`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return Math.round(((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2);
}
