// The size budgets of the panel's parts, in gzip. Run by the build; by itself (`node tools/build/panel-budgets.mjs`) it
// prints the sizes.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { addWithImports, readChunks } from './panel-chunks.mjs';

const FILES = 'dist/apps/panel/files';
const APP = 'apps/panel/src/app';

/** Kilobytes of script, each kilobyte of 1,000 bytes. */
const LIMITS = { login: 125, dashboard: 190, route: 61 };
const MAIN = 'apps/panel/src/main.ts';
const LOGIN = [MAIN, `${APP}/i18n/log-in/en.json`, `${APP}/login/login.ts`];
/** Not the first steps, which a new installation alone loads, behind what stands there at once. */
const DASHBOARD = [
  ...LOGIN,
  `${APP}/i18n/en.json`,
  `${APP}/frame.routes.ts`,
  ...['dashboard.routes.ts', 'i18n/en.json'].map((file) => `${APP}/dashboard/${file}`),
];
/**
 * The frame preloads these while the browser is idle, so they do not count for further routes: the CDK's menus and
 * dialogs.
 */
const IDLE = [`${APP}/layout/navigation/user-menu.ts`, `${APP}/layout/commands/palette.ts`];
/** These packages do not count for a route. */
const APART = /node_modules\/@?fullcalendar\//;

/** Exits with an error for each exceeded limit. */
export function checkBudgets() {
  const broken = measure().filter(({ kilobytes, limit }) => kilobytes > limit);
  for (const { name, kilobytes, limit } of broken) {
    console.error(`${name} loads ${kilobytes.toFixed(1)} kB of script (gzip); the limit is ${limit} kB.`);
  }
  if (broken.length > 0) process.exit(1);
}

function measure() {
  const { outputs, fileOfEntry, fileOf } = readChunks();
  /** The files that the entries load statically. */
  const closure = (entries) => {
    const found = new Set();
    for (const wanted of entries) addWithImports(fileOf(wanted), outputs, found);
    return found;
  };
  const weigh = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1_000;
  const dashboard = closure(DASHBOARD);
  const loaded = closure([...DASHBOARD, ...IDLE]);
  const isApart = (file) => Object.keys(outputs[file].inputs).some((input) => APART.test(input));
  const features = new Set(
    [...fileOfEntry.keys()].map((entry) => /app\/([^/]+)\/.*\.ts$/.exec(entry)?.[1]).filter(Boolean),
  );
  const routes = [...fileOfEntry.keys()].filter((entry) => {
    const [, feature] = /app\/([^/]+)\//.exec(entry) ?? [];
    return features.has(feature) && !['layout', 'login', 'dashboard', 'i18n'].includes(feature);
  });
  return [
    { name: 'The log-in', kilobytes: weigh(closure(LOGIN)), limit: LIMITS.login },
    {
      name: 'The dashboard',
      kilobytes: weigh([...dashboard].filter((file) => !isApart(file))),
      limit: LIMITS.dashboard,
    },
    ...routes.map((entry) => {
      const added = [...closure([entry])].filter((file) => !loaded.has(file) && !isApart(file));
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
