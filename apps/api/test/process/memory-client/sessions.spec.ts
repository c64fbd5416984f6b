import { ALL_STORED, Scene, type Ending } from './sessions';
import { REQUESTS, type ToolName } from './played-tool';

describe('a session of an assistant that is attached', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open('claude-code', 'codex', 'gemini');
  });
  afterAll(() => scene.close());

  it.each<[ToolName, Ending]>([
    ['claude-code', 'kill'],
    ['codex', 'garbage'],
    ['gemini', 'normal'],
  ])('of %s that ends by %s leaves its turns, its task and one summary', async (tool, ending) => {
    const { id, results, faulty } = await scene.play(tool, ending);
    expect(await scene.stored(id)).toEqual(ALL_STORED);
    expect(results.filter(({ code }) => code !== 0)).toEqual([]);
    expect(faulty.filter(({ code, stdout }) => code !== 0 || stdout !== '')).toEqual([]);
    expect(scene.processesLeft()).toEqual([]);

    // The next session of the tool begins with what this one left.
    const first = results.findLast(({ event }) => REQUESTS.includes(event));
    expect(first?.stdout.length).toBeLessThanOrEqual(9_500);
    const { hookSpecificOutput: told } = JSON.parse(first?.stdout ?? '') as {
      hookSpecificOutput: { hookEventName: string; additionalContext: string };
    };
    expect(told.hookEventName).toBe(first?.event);
    expect(told.additionalContext).toContain(`Task of ${id}`);
    expect(told.additionalContext).toContain(`Request 1 of ${id}`);
    expect(told.additionalContext).toContain(`> assistant, `);
  });
});
