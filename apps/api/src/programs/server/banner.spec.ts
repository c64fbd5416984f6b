import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretsPath } from '../../config/secrets-file';
import type { Settings } from '../../config/settings';
import { banner } from './banner';

describe('the text after the start', () => {
  let data_dir: string;
  beforeEach(() => (data_dir = mkdtempSync(join(tmpdir(), 'banner-'))));
  afterEach(() => rmSync(data_dir, { recursive: true }));

  it('says where the secrets are, if they are in a file', () => {
    const settings = { data_dir, strict: false, api_docs: false, memory_api_key: null } as Settings;
    const text = () => banner({ base_url: 'http://localhost:3000', settings, workflows: [], notices: [] });
    expect(text()).not.toContain('Secrets:');
    writeFileSync(secretsPath(data_dir), '');
    expect(text()).toContain(secretsPath(data_dir));
  });
});
