import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser, type BrowserContext, type LaunchOptions } from 'playwright-core';

/** All that uses this runs from the repository's own folder. */
const ROOT = process.cwd();
const CACHE = join(ROOT, 'node_modules/.cache');
const UNPACKED = join(CACHE, 'chromium');
const PACKED = join(ROOT, 'node_modules/@sparticuz/chromium/bin');
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Fields for dates and times are written, and typed, as in the language of the program, not of the page. */
const ENGLISH = { LANGUAGE: 'en_US', LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' };

/** A Chromium without a window. */
export async function launchBrowser(moreArgs: readonly string[] = []): Promise<Browser> {
  return chromium.launch(await optionsOf(moreArgs));
}

/** The same with a profile that it keeps in a folder, as the browsers of people do. */
export async function launchWithProfile(folder: string, base_url: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...(await optionsOf([])),
    baseURL: base_url,
    locale: 'en',
  });
}

/**
 * The machine's own Chromium, or else the one that comes with the packages. `TEST_CHROMIUM` is the path of another one, or
 * `packages`.
 */
async function optionsOf(moreArgs: readonly string[]): Promise<LaunchOptions> {
  const { TEST_CHROMIUM: wanted = SYSTEM.find((path) => existsSync(path)) } = process.env;
  if (wanted !== undefined && wanted !== 'packages')
    return {
      executablePath: modest(wanted),
      args: ['--no-sandbox', ...moreArgs],
      env: { ...process.env, ...ENGLISH },
    };
  await unpackChromium();
  return {
    executablePath: modest(join(UNPACKED, 'chromium')),
    args: ['--no-sandbox', '--headless=shell', '--no-zygote', ...moreArgs],
    // The shared libraries and the fonts that a bare machine lacks.
    env: {
      ...process.env,
      ...ENGLISH,
      LD_LIBRARY_PATH: join(UNPACKED, 'lib'),
      ...(existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: UNPACKED }),
    },
  };
}

/**
 * The same program without the right to take precedence. Where root starts it, Chromium gives its pages a niceness of -8, and
 * so keeps the processor from the servers that they wait for.
 * @returns the path of a script that starts it so, or its own where it has no such right
 */
function modest(chromium: string): string {
  const setpriv = spawnSync('setpriv', ['--version']);
  if (process.getuid?.() !== 0 || setpriv.status !== 0) return chromium;
  mkdirSync(CACHE, { recursive: true });
  const script = join(CACHE, `modest-${basename(chromium)}`);
  const written = `${script}-${process.pid}`;
  const quoted = `'${chromium.replaceAll("'", `'\\''`)}'`;
  writeFileSync(written, `#!/bin/sh\nexec setpriv --bounding-set -sys_nice ${quoted} "$@"\n`, {
    mode: 0o755,
  });
  renameSync(written, script);
  return script;
}

/**
 * Once, into a cache of the project. Not by the package's own way: that writes to the machine's temporary folder, takes
 * whatever lies there, and takes a file that another process is still writing for a whole one.
 */
async function unpackChromium(): Promise<void> {
  if (existsSync(UNPACKED)) return;
  mkdirSync(CACHE, { recursive: true });
  const mine = mkdtempSync(join(CACHE, 'unpacking-'));
  await unpack('chromium.br', join(mine, 'chromium'));
  for (const name of ['al2023.tar', 'fonts.tar']) {
    const archive = join(mine, name);
    await unpack(`${name}.br`, archive);
    const { status } = spawnSync('tar', ['-xf', archive, '-C', mine]);
    if (status !== 0) throw new Error(`${name} of @sparticuz/chromium could not be unpacked.`);
    rmSync(archive);
  }
  try {
    renameSync(mine, UNPACKED);
  } catch (error) {
    // Another process was faster.
    rmSync(mine, { recursive: true });
    if (!existsSync(UNPACKED)) throw error;
  }
}

function unpack(name: string, to: string): Promise<void> {
  const file = createReadStream(join(PACKED, name));
  return pipeline(file, createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
}
