import { readdirSync, readFileSync } from 'node:fs';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { FAULTS, FaultyDoor, type Fault } from './faulty-door';
import { MemoryMachine } from './memory-machine';
import { PlayedTool, type HookResult, type ToolName } from './played-tool';

export const MEMORY_API_KEY = 'memory-2f7c9e1b5a8d4c6f0e3b7a9d1c5f';

export const ENDINGS = ['normal', 'Ctrl-C', 'kill', 'no SessionEnd', ...FAULTS] as const;
export type Ending = (typeof ENDINGS)[number];

const TURNS = 5;
/** The turn after which the server fails. */
const LAST_GOOD_TURN = 2;

/** What the memory holds of a played session. */
export interface Stored {
  turns: number;
  summaries: number;
  tasks: number;
}

export const ALL_STORED: Stored = { turns: 2 * TURNS, summaries: 1, tasks: 1 };

/** A server with the memory, what stands before it, and a machine whose assistants are attached. */
export class Scene {
  private sessions = 0;

  private constructor(
    readonly app: ServedApp,
    readonly door: FaultyDoor,
    readonly machine: MemoryMachine,
  ) {}

  static async open(...tools: ToolName[]): Promise<Scene> {
    const app = await startServedApp({ environment: { MEMORY_API_KEY } });
    const door = await FaultyDoor.before(app.port);
    const machine = new MemoryMachine(MEMORY_API_KEY);
    await machine.logIn(door.url);
    for (const tool of tools) {
      const { code, stderr } = await machine.run(['attach', tool]);
      if (code !== 0) throw new Error(`attach ${tool} ended with ${code}: ${stderr}`);
    }
    return new Scene(app, door, machine);
  }

  /** Plays five turns and an ending, and then the first turn of the next session, when all is well again. */
  async play(
    tool: ToolName,
    ending: Ending,
  ): Promise<{ id: string; results: HookResult[]; faulty: HookResult[] }> {
    const id = `${tool}-${this.sessions++}`;
    const played = await PlayedTool.start(this.machine, tool, id);
    const fault = FAULTS.find((one) => one === ending) ?? null;
    let good = 0;
    for (let turn = 1; turn <= TURNS; turn++) {
      if (turn > LAST_GOOD_TURN && fault !== null && this.door.fault === null) {
        good = played.results.length;
        this.fail(fault);
      }
      await played.turn(`Request ${turn} of ${id}: what about the booking form?`, `Answer ${turn} of ${id}.`);
      if (turn === 3) await this.machine.run(['task', 'create', `Task of ${id}`]);
    }
    await this.ends(played, ending);
    this.door.fault = null;
    const next = await PlayedTool.start(this.machine, tool, `${id}-next`);
    await next.turn('What was before?', 'A booking form.');
    await next.leave();
    return {
      id,
      results: [...(fault === null ? played.results : played.results.slice(0, good)), ...next.results]
        // Ctrl-C may end a hook before it has begun.
        .filter(({ event, code }) => !(ending === 'Ctrl-C' && event === 'SessionEnd' && code === null)),
      faulty: fault === null ? [] : played.results.slice(good),
    };
  }

  async stored(id: string): Promise<Stored> {
    const count = async (from: string, like: string) => {
      const { rows } = await this.app.memory.query<{ count: number }>(
        `select count(*)::int as count from ${from} like $1`,
        [like],
      );
      return rows[0]?.count ?? 0;
    };
    return {
      turns: await count('chat_history where message', `% of ${id}%`),
      summaries: await count('assistant_sessions where summary', `%Request 1 of ${id}:%Answer 5 of ${id}.%`),
      tasks: await count('assistant_tasks where task', `Task of ${id}`),
    };
  }

  /** The processes of this machine that are still there. */
  processesLeft(): string[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
          return command.includes(this.machine.home) ? [command] : [];
        } catch {
          return [];
        }
      });
  }

  async close(): Promise<void> {
    await this.door.close();
    await this.app.close();
    await this.machine.remove();
  }

  private fail(fault: Fault): void {
    this.door.fault = fault;
  }

  private async ends(played: PlayedTool, ending: Ending): Promise<void> {
    if (ending === 'kill') await played.kill();
    else if (ending === 'no SessionEnd') await played.leave();
    else await played.end(ending === 'Ctrl-C' ? 40 : null);
  }
}
