// The budgets of the panel's parts: their size in gzip, and the files of script that a screen takes. Run by the build; by itself
// (`node tools/build/panel-budgets.mjs`) it prints them.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { addWithImports, FRAME, MAIN, readChunks } from './panel-chunks.mjs';

const FILES = 'dist/apps/panel/files';
const APP = 'apps/panel/src/app';

/** Kilobytes of script, each kilobyte of 1,000 bytes. */
const LIMITS = { login: 125, dashboard: 190, route: 61 };
/** Of a screen whose user is signed in; the appointments, with their menus, take the most. */
const MOST_FILES = 27;
const LOGIN = [MAIN, `${APP}/i18n/log-in/en.json`, `${APP}/login/login.ts`];
/** Not the first steps, which a new installation alone loads, behind what stands there at once. */
const DASHBOARD = [
  ...LOGIN,
  `${APP}/i18n/en.json`,
  FRAME,
  ...['dashboard.routes.ts', 'i18n/en.json'].map((file) => `${APP}/dashboard/${file}`),
];
const SIGNED_IN = [MAIN, `${APP}/i18n/log-in/en.json`, `${APP}/i18n/en.json`, FRAME];
/** The first one of a feature comes with its routes. */
const SCREENS = /app\/(\w+)\/\1\.routes\.ts$/;
/**
 * The frame preloads these while the browser is idle, so they do not count for further routes: the CDK's menus and
 * dialogs.
 */
const IDLE = [`${APP}/layout/navigation/user-menu.ts`, `${APP}/layout/commands/palette.ts`];
/** These packages do not count for a route. */
const APART = /node_modules\/@?fullcalendar\//;

/** Exits with an error for each exceeded limit. */
export function checkBudgets() {
  const broken = measure().filter(({ amount, limit }) => amount > limit);
  for (const { name, amount, unit, limit } of broken) {
    console.error(`${name} loads ${written(amount)} ${unit} of script; the limit is ${limit}.`);
  }
  if (broken.length > 0) process.exit(1);
}

function measure() {
  const { outputs, entries, fileOf } = readChunks();
  /** The files that the sources load statically. */
  const closure = (sources) => {
    const found = new Set();
    for (const wanted of sources) addWithImports(fileOf(wanted), outputs, found);
    return found;
  };
  const weigh = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1_000;
  const dashboard = closure(DASHBOARD);
  const loaded = closure([...DASHBOARD, ...IDLE]);
  const isApart = (file) => Object.keys(outputs[file].inputs).some((input) => APART.test(input));
  const features = new Set(
    [...entries.keys()].map((entry) => /app\/([^/]+)\/.*\.ts$/.exec(entry)?.[1]).filter(Boolean),
  );
  const routes = [...entries.keys()].filter((entry) => {
    const [, feature] = /app\/([^/]+)\//.exec(entry) ?? [];
    return features.has(feature) && !['layout', 'login', 'dashboard', 'i18n'].includes(feature);
  });
  const screens = [...entries.keys()].filter((entry) => SCREENS.test(entry));
  const nameOf = (entry) => entry.replace(`${APP}/`, '');
  const textsOf = (entry) => [entry.replace(/[^/]+$/, 'i18n/en.json')].filter((texts) => entries.has(texts));
  return [
    { name: 'The log-in', unit: 'kB', amount: weigh(closure(LOGIN)), limit: LIMITS.login },
    {
      ...{ name: 'The dashboard', unit: 'kB', limit: LIMITS.dashboard },
      amount: weigh([...dashboard].filter((file) => !isApart(file))),
    },
    ...screens.map((entry) => ({
      ...{ name: nameOf(entry), unit: 'files', limit: MOST_FILES },
      amount: closure([...SIGNED_IN, entry, ...textsOf(entry)]).size,
    })),
    ...routes.map((entry) => {
      const added = [...closure([entry])].filter((file) => !loaded.has(file) && !isApart(file));
      return { name: nameOf(entry), unit: 'kB', amount: weigh(added), limit: LIMITS.route };
    }),
  ];
}

function written(amount) {
  return amount.toFixed(Number.isInteger(amount) ? 0 : 1);
}

function sizeOf(file) {
  const path = `${FILES}/${file}`;
  return file.endsWith('.js') && existsSync(path) ? gzipSync(readFileSync(path), { level: 9 }).length : 0;
}

if (import.meta.main) {
  for (const { name, amount, unit, limit } of measure()) {
    console.log(`${written(amount).padStart(7)} ${unit} of ${limit}  ${name}`);
  }
}
