import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atOnce } from '../../../shared/time-slices';
import { findOrder } from './find-order';

const PACKAGES = join(__dirname, '../../../../../../node_modules');
const MOST = process.env['FULL_TESTS'] === '1' ? 20_000 : 4_000;

/** What others wrote for people: the documents of the packages, paragraph by paragraph, evenly over all packages. */
function paragraphs(): string[] {
  const folders = readdirSync(PACKAGES).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(PACKAGES, name)).map((own) => join(name, own)) : [name],
  );
  const files = folders
    .map((folder) => join(PACKAGES, folder, 'README.md'))
    .filter((file) => existsSync(file));
  const all = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/\n\s*\n/)
      .filter(({ length }) => length >= 40 && length <= 2_000),
  );
  const step = Math.max(1, Math.floor(all.length / MOST));
  return all.filter((_, index) => index % step === 0).slice(0, MOST);
}

it('holds at most two in a thousand paragraphs that others wrote for people', () => {
  const texts = paragraphs();
  const held = texts.filter((text) => atOnce(findOrder([text])) !== null);
  expect(texts.length).toBeGreaterThan(MOST / 2);
  expect(held.slice(Math.floor(texts.length / 500))).toEqual([]);
});
