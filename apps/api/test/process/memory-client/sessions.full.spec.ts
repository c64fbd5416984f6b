import { ALL_STORED, ENDINGS, Scene } from './sessions';

jest.setTimeout(600_000);

describe.each(['claude-code', 'codex', 'gemini'] as const)('sessions of %s', (tool) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open(tool);
  });
  afterAll(() => scene.close());

  it.each(ENDINGS)('that end by %s lose nothing, say nothing wrong and leave no process', async (ending) => {
    const { id, results, faulty } = await scene.play(tool, ending);
    expect(await scene.stored(id)).toEqual(ALL_STORED);
    expect(results.filter(({ code }) => code !== 0)).toEqual([]);
    expect(faulty.filter(({ code, stdout }) => code !== 0 || stdout !== '')).toEqual([]);
    expect(faulty.filter(({ ms }) => ms > 3_500)).toEqual([]);
    expect(scene.processesLeft()).toEqual([]);
    const times = results.map(({ ms }) => Math.round(ms)).sort((one, other) => one - other);
    console.log(
      `${tool}, ${ending}: p95 ${times[Math.floor(times.length * 0.95)]} ms of ${times.length} hooks`,
    );
  });
});
