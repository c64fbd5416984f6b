// For the specs: only the icons that the panel uses, cut out of the library as they are. The whole of it is 1,700
// components, which take a test file 16 seconds to compile.
const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const ROOT = join(__dirname, '../../../..');
const LIBRARY = join(ROOT, 'node_modules/@lucide/angular/fesm2022/lucide-angular.mjs');
const WRITTEN = join(ROOT, 'node_modules/.cache/panel/used-icons.mjs');

/** Writes the icons into a module and answers its path. */
function writeUsedIcons() {
  const library = readFileSync(LIBRARY, 'utf8');
  const base = library.slice(0, library.indexOf('\n/**\n * @component @name'));
  const dynamic = library.slice(library.indexOf('const LUCIDE_ICONS'), library.indexOf('\nexport {'));
  const icons = usedNames().filter((name) => name !== 'LucideDynamicIcon');
  const classes = icons.flatMap((name) => cutOut(library, name));
  const text = [
    base,
    ...new Set(classes),
    dynamic,
    `export { ${['LucideDynamicIcon', ...icons].join(', ')} };`,
  ];
  mkdirSync(dirname(WRITTEN), { recursive: true });
  writeFileSync(WRITTEN, text.join('\n'));
  return WRITTEN;
}

function usedNames() {
  const app = join(__dirname, '../app');
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const imports = files.flatMap((path) => [
    ...readFileSync(join(app, path), 'utf8').matchAll(/import \{([^}]*)\} from '@lucide\/angular'/g),
  ]);
  const names = imports.flatMap(([, list]) => list.split(',').map((name) => name.trim()));
  return [...new Set(names.filter((name) => name !== '' && !name.startsWith('type ')))];
}

/** The class of an icon; of an old name also the one that it stands for. */
function cutOut(library, name) {
  const begin = library.indexOf(`\nclass ${name} extends `);
  if (begin >= 0) return [library.slice(begin, library.indexOf('\n}\n', begin) + 3)];
  const [whole, other] = new RegExp(`\nconst ${name} = (\\w+);`).exec(library) ?? [];
  if (other === undefined) throw new Error(`@lucide/angular has no ${name}.`);
  return [...cutOut(library, other), whole];
}

module.exports = { writeUsedIcons };
