// Writes into the panel's page which files each screen needs, so that a browser fetches them beside the program
// instead of one after the other, as the program finds out. `apps/panel/src/index.html` asks for them.
import { readFileSync, writeFileSync } from 'node:fs';
import { addWithImports, readChunks } from './panel-chunks.mjs';

const PAGE = 'dist/apps/panel/files/index.html';
const PLACE = /(<script id="preloads"[^>]*>)[^<]*(?=<\/script>)/;
const APP = 'apps/panel/src/app';
const LANGUAGES = ['en', 'ru'];

const START = 'start.ts';
const FRAME = ['frame.routes.ts'];
const memory = (entry) => ({ load: [...FRAME, 'memory/memory.routes.ts', entry], texts: ['memory/'] });
const settings = (entry, folder) => ({
  load: [...FRAME, 'settings/settings.routes.ts', entry],
  texts: [`settings/${folder}/`],
});
const feature = (name) => ({ load: [...FRAME, `${name}/${name}.routes.ts`], texts: [`${name}/`] });
/**
 * Per address: the entries that its route loads, those that only a wide page shows (`wide`), and the folders of its
 * texts. Longer addresses fall back on these.
 */
const SCREENS = {
  '/login': { load: ['login/login.ts'], texts: [] },
  '/invite': { load: ['invite/invite.ts'], texts: [] },
  '/': feature('dashboard'),
  '/clients': feature('clients'),
  '/appointments': { ...feature('appointments'), wide: ['appointments/appointment-calendar.ts'] },
  '/conversations': feature('conversations'),
  '/users': feature('users'),
  '/memory': memory('memory/preview/context-preview.ts'),
  '/memory/projects': memory('memory/projects/project-list.ts'),
  '/memory/people': memory('memory/people/person-list.ts'),
  '/memory/tasks': memory('memory/tasks/task-list.ts'),
  '/memory/state': memory('memory/state/state-list.ts'),
  '/memory/sessions': memory('memory/sessions/session-timeline.ts'),
  '/memory/chats': memory('memory/chats/chat-list.ts'),
  '/memory/webhooks': memory('memory/webhooks/webhooks.ts'),
  '/memory/search': memory('memory/search/memory-search.ts'),
  '/settings': settings('settings/chat-agent/chat-agent.ts', 'chat-agent'),
  '/settings/accounts': settings('settings/accounts/accounts.ts', 'accounts'),
  '/settings/database': settings('settings/database/databases.ts', 'database'),
  '/settings/keys': settings('settings/api-keys/api-keys.ts', 'api-keys'),
  '/settings/profile': settings('settings/profile/profile.ts', 'profile'),
};

/** Ends the process with a sentence when an entry of the table is not in the build. */
export function writePreloads() {
  const { outputs, fileOf } = readChunks();
  const page = readFileSync(PAGE, 'utf8');
  const files = [];
  const numberOf = (file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1);
  const needed = (entries) => {
    const found = new Set();
    for (const entry of entries) {
      const file = fileOf(`${APP}/${entry}`);
      if (file === undefined) fail(`tools/panel-preloads.mjs names ${entry}, which the build does not have.`);
      addWithImports(file, outputs, found);
    }
    // The page names what the program itself loads.
    return [...found]
      .filter((file) => !page.includes(`"/${file}"`) && !page.includes(`"${file}"`))
      .map(numberOf);
  };
  const screens = Object.fromEntries(
    Object.entries(SCREENS).map(([path, { load, wide = [], texts }]) => [
      path,
      {
        all: needed([START, ...load]),
        wide: needed(wide).filter((file) => !needed([START, ...load]).includes(file)),
        ...Object.fromEntries(
          LANGUAGES.map((name) => [
            name,
            needed(['', ...texts].map((folder) => `${folder}i18n/${name}.json`)),
          ]),
        ),
      },
    ]),
  );
  if (!PLACE.test(page)) fail('apps/panel/src/index.html has no place for the preloads.');
  writeFileSync(PAGE, page.replace(PLACE, `$1${JSON.stringify({ files, screens })}`));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
