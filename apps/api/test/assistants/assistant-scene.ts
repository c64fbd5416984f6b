import { spawnSync } from 'node:child_process';
import type { MemoryMachine } from '../process/memory-client/memory-machine';
import { Scene } from '../process/memory-client/sessions';
import { endDaemonOf, RealAssistant, type Assistant } from './real-assistant';
import { StandInProvider } from './stand-in-provider';

const REMOTE = 'https://github.com/ada/shop.git';
/** How a brief begins. */
const BRIEF = 'What follows is data from the memory';
export const CHAT = 'project:github.com/ada/shop';

/** The files that `attach` writes. */
const ATTACHED =
  /^\.(claude\.json|claude\/(settings\.json|CLAUDE\.md)|codex\/(hooks\.json|config\.toml|AGENTS\.md)|gemini\/(settings\.json|GEMINI\.md))$/;

/** A real assistant on a machine that is logged in to a memory, and a provider that stands in. */
export class AttachedAssistant {
  protected constructor(
    readonly machine: MemoryMachine,
    readonly provider: StandInProvider,
    readonly assistant: RealAssistant,
    /** The files that `attach` writes, as they were before. */
    readonly before: ReadonlyMap<string, string>,
  ) {}

  static async on(machine: MemoryMachine, name: Assistant, folder = ''): Promise<AttachedAssistant> {
    const provider = await StandInProvider.start();
    const assistant = new RealAssistant(name, machine, provider.base_url, folder);
    assistant.prepare();
    const attached = new AttachedAssistant(machine, provider, assistant, filesOf(machine));
    attached.git('init', '--quiet');
    attached.git('remote', 'add', 'origin', REMOTE);
    const { code, stderr } = await machine.run(['attach', name]);
    if (code !== 0) throw new Error(stderr);
    return attached;
  }

  async close(): Promise<void> {
    endDaemonOf(this.machine);
    await this.provider.close();
  }

  git(...words: string[]): void {
    const options = { cwd: this.machine.folder, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync('git', words, options);
    if (status !== 0) throw new Error(stderr);
  }

  files(): Map<string, string> {
    return filesOf(this.machine);
  }

  /** Whether the provider was sent a word since so many requests. */
  wasSent(word: string, since: number): boolean {
    return this.provider.asked.slice(since).some(({ body }) => body.includes(word));
  }

  /** How many briefs the provider was sent with a word since so many requests. */
  briefsWith(word: string, since: number): number {
    const bodies = this.provider.asked.slice(since).map(({ body }) => body);
    return Math.max(
      0,
      ...bodies.filter((body) => body.includes(word)).map((body) => body.split(BRIEF).length - 1),
    );
  }

  async doctor(): Promise<string> {
    return (await this.machine.run(['doctor'])).stdout;
  }
}

/** The same with a server of the test's own process, and what its memory has of the sessions. */
export class AssistantScene extends AttachedAssistant {
  private constructor(
    readonly scene: Scene,
    { machine, provider, assistant, before }: AttachedAssistant,
  ) {
    super(machine, provider, assistant, before);
  }

  static async open(name: Assistant, folder = ''): Promise<AssistantScene> {
    const scene = await Scene.open();
    return new AssistantScene(scene, await AttachedAssistant.on(scene.machine, name, folder));
  }

  override async close(): Promise<void> {
    await super.close().finally(() => this.scene.close());
  }

  /** The turns of all projects in which a word stands, the oldest first. */
  async turnsWith(word: string): Promise<{ role: string; chat_id: string }[]> {
    const { rows } = await this.scene.app.memory.query<{ role: string; chat_id: string }>(
      'select role, chat_id from chat_history where message like $1 order by id',
      [`%${word}%`],
    );
    return rows;
  }

  /** How many summaries have a word. */
  async summariesWith(word: string): Promise<number> {
    const { rows } = await this.scene.app.memory.query<{ count: number }>(
      'select count(*)::int as count from assistant_sessions where summary like $1',
      [`%${word}%`],
    );
    return rows[0]?.count ?? 0;
  }
}

function filesOf(machine: MemoryMachine): Map<string, string> {
  const own = machine.files().filter((file) => ATTACHED.test(file));
  return new Map(own.map((file) => [file, machine.read(file)]));
}
