import { mkdirSync } from 'node:fs';
import { eventually } from '../harness/data/times';
import type { Scene } from '../process/memory-client/sessions';
import { AssistantScene, CHAT } from './assistant-scene';
import { ASSISTANTS_FOLDER, RealAssistant, RELEASES } from './real-assistant';
import type { StandInProvider } from './stand-in-provider';

if (ASSISTANTS_FOLDER === undefined)
  console.warn('SKIPPED: the memory in the real assistants (npm run test:assistants installs them).');

(ASSISTANTS_FOLDER === undefined ? describe.skip : describe).each(RELEASES)(
  'the memory in a real $title',
  ({ name, folder }) => {
    jest.setTimeout(120_000);
    let opened: AssistantScene;
    let assistant: RealAssistant;
    let provider: StandInProvider;
    let scene: Scene;
    beforeAll(async () => {
      opened = await AssistantScene.open(name, folder);
      ({ assistant, provider, scene } = opened);
      console.warn(`REPORT: ${await assistant.version()}`);
    });
    afterAll(() => opened.close());

    const turnsWith = (word: string) => opened.turnsWith(word);
    const git = (...words: string[]) => opened.git(...words);

    it('stores a turn before it has ended without a terminal, and begins the next session with it', async () => {
      await assistant.ask('Which colour has the marker-one form?');
      expect(await turnsWith('marker-one')).toEqual([{ role: 'user', chat_id: CHAT }]);
      expect(await turnsWith('of the provider')).not.toEqual([]);

      const asked = provider.asked.length;
      await assistant.ask('And now?');
      expect(provider.asked.slice(asked).some(({ body }) => body.includes('marker-one'))).toBe(true);
    });

    it('stores a summary before it has ended without a terminal', async () => {
      // Of one line without a result there would be none.
      await assistant.ask('Which colour has the marker-summary form?\nWhich one had it before?');
      expect(await opened.summariesWith('marker-summary')).toBe(1);
    });

    it('stores what the model keeps by a tool for the project of its folder', async () => {
      await assistant.ask(`CALL set_state {"key": "deploy_server_${name}", "value": "10.0.0.5"} END`);
      const { rows } = await scene.app.memory.query(
        `select state.value, project.name from assistant_state as state
       join assistant_projects as project on project.id = state.project_id where key = $1`,
        [`deploy_server_${name}`],
      );
      expect(rows).toEqual([{ value: '10.0.0.5', name: 'shop' }]);
    });

    it('knows the project in a folder below and in another worktree', async () => {
      const below = scene.machine.path('work/shop/apps/web');
      mkdirSync(below, { recursive: true });
      await assistant.ask('Where is marker-below?', below);
      git(
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@example.com',
        'commit',
        '--quiet',
        '--allow-empty',
        '-m',
        'one',
      );
      git('worktree', 'add', '--quiet', '../other');
      await assistant.ask('Where is marker-worktree?', scene.machine.path('work/other'));
      // A folder below the repository's own is a project of its own, beside which the one above is read.
      expect(await turnsWith('marker-below')).toEqual([{ role: 'user', chat_id: `${CHAT}/apps/web` }]);
      expect(await turnsWith('marker-worktree')).toEqual([{ role: 'user', chat_id: CHAT }]);
    });

    it('keeps two at once apart, and each turn once', async () => {
      await Promise.all([assistant.ask('Where is marker-left?'), assistant.ask('Where is marker-right?')]);
      // On a busy machine one of them may leave it to the next hook.
      await assistant.ask('Are both done?');
      for (const marker of ['marker-left', 'marker-right'])
        expect(await turnsWith(marker)).toEqual([{ role: 'user', chat_id: CHAT }]);
    });

    it('works while the server is away, and stores that later', async () => {
      scene.door.fault = 'down';
      await assistant.ask('Where is marker-away?');
      expect(await turnsWith('marker-away')).toEqual([]);
      scene.door.fault = null;
      await assistant.ask('Is it back?');
      await eventually(async () => (await turnsWith('marker-away')).length === 1);
    });

    it('stores what was said in a session that was killed, with the next one', async () => {
      provider.isSilent = true;
      const asked = provider.asked.length;
      const child = assistant.start('Where is marker-killed?');
      await eventually(() => provider.asked.slice(asked).some(({ body }) => body.includes('marker-killed')));
      await RealAssistant.kill(child);
      provider.isSilent = false;
      await assistant.ask('What was before?');
      await eventually(async () => (await turnsWith('marker-killed')).length === 1);
    });

    it('is taken out again, and leaves what was there before and what the program wrote', async () => {
      expect((await scene.machine.run(['detach', name])).code).toBe(0);
      const after = opened.files();
      for (const [file, text] of after)
        expect([file, text]).toEqual([file, expect.not.stringContaining('assistant-memory')]);
      for (const [file, text] of opened.before) {
        const now = after.get(file) ?? '';
        // The programs write these anew themselves, with more in them.
        if (file.endsWith('.json')) expect(JSON.parse(now)).toMatchObject(JSON.parse(text) as object);
        else if (file.endsWith('.toml')) expect(now).toContain(text.trimEnd());
        else expect([file, now]).toEqual([file, text]);
      }
      // What `attach` made is gone, but for what a program has written into it meanwhile.
      for (const [file, text] of after)
        if (!opened.before.has(file))
          expect([file, text.replaceAll(/[\s{}[\]]/g, '')]).not.toEqual([file, '']);
      await assistant.ask('Where is marker-gone?');
      expect(await turnsWith('marker-gone')).toEqual([]);
    });
  },
);
