// What each part of the panel makes a browser load, in gzip, and the limits of that. Run by the build; by itself
// (`node tools/build/panel-budgets.mjs`) it prints what it found.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { addWithImports, readChunks } from './panel-chunks.mjs';

const FILES = 'dist/apps/panel/files';
const APP = 'apps/panel/src/app';

/** Kilobytes of script, each kilobyte of 1,000 bytes. */
const LIMITS = { login: 130, dashboard: 190, route: 60 };
const MAIN = 'apps/panel/src/main.ts';
const TEXTS = `${APP}/i18n/en.json`;
const LOGIN = [MAIN, TEXTS, `${APP}/login/login.ts`];
const DASHBOARD = [...LOGIN, `${APP}/frame.routes.ts`, 'dashboard/'];
/** The frame loads these while the browser is idle, so a further route finds them loaded: the CDK's menus and dialogs. */
const IDLE = [`${APP}/layout/navigation/user-menu.ts`, `${APP}/layout/commands/palette.ts`];
/** Routes that load one of these may be heavier by it. */
const APART = /node_modules\/(?:chart\.js|fullcalendar|@fullcalendar)\//;

/** Ends the process with a sentence for each limit that is broken. */
export function checkBudgets() {
  const broken = measure().filter(({ kilobytes, limit }) => kilobytes > limit);
  for (const { name, kilobytes, limit } of broken) {
    console.error(`${name} loads ${kilobytes.toFixed(1)} kB of script (gzip); the limit is ${limit} kB.`);
  }
  if (broken.length > 0) process.exit(1);
}

function measure() {
  const { outputs, file_of, fileOf } = readChunks();
  /** The files that the entries load, but not those that they only may load later; a folder stands for all in it. */
  const closure = (entries) => {
    const found = new Set();
    for (const wanted of entries) {
      if (!wanted.endsWith('/')) addWithImports(fileOf(wanted), outputs, found);
      for (const [entry, file] of file_of) {
        // A browser loads the texts of one language.
        const is_in =
          wanted.endsWith('/') && entry.startsWith(`${APP}/${wanted}`) && !entry.endsWith('/ru.json');
        if (is_in) addWithImports(file, outputs, found);
      }
    }
    return found;
  };
  const weigh = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1_000;
  const dashboard = closure(DASHBOARD);
  const loaded = closure([...DASHBOARD, ...IDLE]);
  const is_apart = (file) => Object.keys(outputs[file].inputs).some((input) => APART.test(input));
  const features = new Set(
    [...file_of.keys()].map((entry) => /app\/([^/]+)\/.*\.ts$/.exec(entry)?.[1]).filter(Boolean),
  );
  const routes = [...file_of.keys()].filter((entry) => {
    const [, feature] = /app\/([^/]+)\//.exec(entry) ?? [];
    return features.has(feature) && !['layout', 'login', 'dashboard', 'i18n'].includes(feature);
  });
  return [
    { name: 'The log-in', kilobytes: weigh(closure(LOGIN)), limit: LIMITS.login },
    {
      name: 'The dashboard',
      kilobytes: weigh([...dashboard].filter((file) => !is_apart(file))),
      limit: LIMITS.dashboard,
    },
    ...routes.map((entry) => {
      const added = [...closure([entry])].filter((file) => !loaded.has(file) && !is_apart(file));
      return { name: entry.replace(`${APP}/`, ''), kilobytes: weigh(added), limit: LIMITS.route };
    }),
  ];
}

function sizeOf(file) {
  const path = `${FILES}/${file}`;
  return file.endsWith('.js') && existsSync(path) ? gzipSync(readFileSync(path), { level: 9 }).length : 0;
}

if (import.meta.main) {
  for (const { name, kilobytes, limit } of measure()) {
    console.log(`${kilobytes.toFixed(1).padStart(7)} kB of ${limit}  ${name}`);
  }
}
