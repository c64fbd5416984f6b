import { spawnSync } from 'node:child_process';
import { Scene } from '../process/memory-client/sessions';
import { endDaemonOf, RealAssistant, type Assistant } from './real-assistant';
import { StandInProvider } from './stand-in-provider';

const REMOTE = 'https://github.com/ada/shop.git';
export const CHAT = 'project:github.com/ada/shop';

/** The files that `attach` writes. */
const ATTACHED =
  /^\.(claude\.json|claude\/(settings\.json|CLAUDE\.md)|codex\/(hooks\.json|config\.toml|AGENTS\.md)|gemini\/(settings\.json|GEMINI\.md))$/;

/** A real assistant with the memory attached, a provider that stands in, and what the memory has of them. */
export class AssistantScene {
  private constructor(
    readonly scene: Scene,
    readonly provider: StandInProvider,
    readonly assistant: RealAssistant,
    /** The files that `attach` writes, as they were before. */
    readonly before: ReadonlyMap<string, string>,
  ) {}

  static async open(name: Assistant): Promise<AssistantScene> {
    const provider = await StandInProvider.start();
    const scene = await Scene.open();
    const assistant = new RealAssistant(name, scene.machine, provider.base_url);
    assistant.prepare();
    const opened = new AssistantScene(scene, provider, assistant, filesOf(scene));
    opened.git('init', '--quiet');
    opened.git('remote', 'add', 'origin', REMOTE);
    const { code, stderr } = await scene.machine.run(['attach', name]);
    if (code !== 0) throw new Error(stderr);
    return opened;
  }

  async close(): Promise<void> {
    endDaemonOf(this.scene.machine);
    await this.scene.close();
    await this.provider.close();
  }

  git(...words: string[]): void {
    const options = { cwd: this.scene.machine.folder, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync('git', words, options);
    if (status !== 0) throw new Error(stderr);
  }

  files(): Map<string, string> {
    return filesOf(this.scene);
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

  /** Whether the provider was sent a word since so many requests. */
  wasSent(word: string, since: number): boolean {
    return this.provider.asked.slice(since).some(({ body }) => body.includes(word));
  }

  async doctor(): Promise<string> {
    return (await this.scene.machine.run(['doctor'])).stdout;
  }
}

function filesOf({ machine }: Scene): Map<string, string> {
  const own = machine.files().filter((file) => ATTACHED.test(file));
  return new Map(own.map((file) => [file, machine.read(file)]));
}
