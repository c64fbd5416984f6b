import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../harness/programs/dockerfile';

const DAY_S = 86_400;

describe('publish-panel.sh', () => {
  let folder: string;
  let place: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'groupless-publish-'));
    place = join(folder, 'place');
    mkdirSync(join(folder, 'image/media'), { recursive: true });
    mkdirSync(place);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Publishes an image that holds these files. */
  function publish(files: Record<string, string>) {
    rmSync(join(folder, 'image'), { recursive: true });
    mkdirSync(join(folder, 'image/media'), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'image', name), text);
    writeFileSync(join(folder, 'nginx.conf'), `# ${Object.values(files).join()}`);
    const env = {
      ...process.env,
      PANEL_FILES: join(folder, 'image'),
      NGINX_CONF: join(folder, 'nginx.conf'),
    };
    return spawnSync('sh', [join(PROJECT, 'docker/publish-panel.sh'), place], { env, encoding: 'utf8' });
  }
  const names = () =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  const read = (name: string) => readFileSync(join(place, name), 'utf8');

  it('puts a new version beside the files of the one before', () => {
    expect(publish({ 'index.html': 'one', 'main-1.js': '1', 'media/a.woff2': 'a' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    publish({ 'index.html': 'two', 'main-2.js': '2', 'media/a.woff2': 'a' });
    expect(names()).toEqual(['a.woff2', 'index.html', 'main-1.js', 'main-2.js', 'nginx.conf']);
    expect([read('panel/index.html'), read('nginx.conf')]).toEqual(['two', '# two,2,a']);
  });

  it('removes what no version of the last month had', () => {
    publish({ 'index.html': 'one', 'main-1.js': '1', 'same.js': 's' });
    const longAgo = Date.now() / 1_000 - 40 * DAY_S;
    for (const name of ['main-1.js', 'same.js']) utimesSync(join(place, 'panel', name), longAgo, longAgo);
    publish({ 'index.html': 'two', 'main-2.js': '2', 'same.js': 's' });
    expect(names()).toEqual(['index.html', 'main-2.js', 'nginx.conf', 'same.js']);
  });

  it('leaves the index as it is when a file that the new one names cannot be put there', () => {
    publish({ 'index.html': 'one', 'main-1.js': '1' });
    // Folders in the way of a file that the new index names.
    mkdirSync(join(place, 'panel/main-2.js/main-2.js.new'), { recursive: true });
    expect(publish({ 'index.html': 'two', 'main-2.js': '2' }).status).not.toBe(0);
    expect(read('panel/index.html')).toBe('one');
  });
});
