// Packs the built CLI into dist/install/assistant-cli.tgz, an npm package without dependencies, with its checksum and its
// version beside it. The server hands these files out below /install.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const BUILT = 'dist/apps/switch-cli';
const PACKAGE = `${BUILT}/package`;
const OUT = 'dist/install';
const NAME = 'assistant-cli';

const README = `# ${NAME}

Two commands for AI coding assistants, by your Groupless panel: assistant-switch brings the active account to this
machine and keeps its session safe; assistant-memory gives Claude Code, Codex or Gemini CLI a memory.

    npm install --global https://<your panel>/install/${NAME}.tgz
    assistant-switch login https://<your panel>
    assistant-switch use "<account>"
    assistant-memory login https://<your panel>
    assistant-memory attach claude-code

\`--help\` names all that each can do. Needs Node.js 20 or later and nothing else. The commands with your
panel's own address are at https://<your panel>/install. To update, install again. To remove it:
\`npm uninstall --global ${NAME}\`.
`;

const { version, license } = JSON.parse(await readFile('package.json', 'utf8'));
const files = (await readdir(BUILT)).filter((name) => /^[a-z]+-[a-z]+\.cjs$/.test(name)).sort();
const programs = files.filter((name) => name.startsWith('assistant-'));

await rm(PACKAGE, { recursive: true, force: true });
await mkdir(PACKAGE, { recursive: true });
await writeFile(join(PACKAGE, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
await writeFile(join(PACKAGE, 'README.md'), README);
await copyFile('LICENSE', join(PACKAGE, 'LICENSE'));
for (const file of files) await copyFile(join(BUILT, file), join(PACKAGE, file));

await mkdir(OUT, { recursive: true });
await rename(join(OUT, pack()), join(OUT, `${NAME}.tgz`));
const digest = createHash('sha256')
  .update(await readFile(join(OUT, `${NAME}.tgz`)))
  .digest('hex');
// In the format of `sha256sum --check`.
await writeFile(join(OUT, `${NAME}.tgz.sha256`), `${digest}  ${NAME}.tgz\n`);
await writeFile(join(OUT, 'version'), `${version}\n`);

function manifest() {
  return {
    name: NAME,
    version,
    description: 'Accounts and memory for AI coding assistants, by a Groupless panel.',
    license,
    engines: { node: '>=20' },
    bin: Object.fromEntries(programs.map((program) => [program.replace('.cjs', ''), program])),
  };
}

/**
 * Packs reproducibly: npm sets a fixed time and no owner.
 * @returns the name of the packed file
 */
function pack() {
  const args = ['pack', `./${PACKAGE}`, '--pack-destination', OUT, '--json', '--ignore-scripts'];
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return Object.values(JSON.parse(stdout))[0].filename;
  console.error(error?.message ?? stderr);
  process.exit(1);
}
