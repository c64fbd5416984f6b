import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { geminiTrustChecks } from './gemini-trust';

describe('whether Gemini CLI trusts a folder', () => {
  let home: string;
  let folder: string;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'gemini-trust-')));
    folder = join(home, 'work/shop');
    mkdirSync(folder, { recursive: true });
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const told = (rules: object | string) => {
    const text = typeof rules === 'string' ? rules : JSON.stringify(rules);
    writeFileSync(join(home, 'trustedFolders.json'), text);
    return geminiTrustChecks(home, folder).map(({ level, message, next }) => [level, message, next]);
  };

  it('is asked by the file that it writes, of which the longest path counts', () => {
    const trusted = [['ok', expect.stringContaining('trusts this folder'), undefined]];
    expect(told({ [folder]: 'TRUST_FOLDER' })).toEqual(trusted);
    expect(told({ [join(home, 'work')]: 'TRUST_FOLDER' })).toEqual(trusted);
    expect(told({ [join(home, 'work/other')]: 'TRUST_PARENT' })).toEqual(trusted);
    const refused = [
      ['warning', expect.stringContaining('not to trust'), expect.stringContaining('/permissions')],
    ];
    expect(told({ [join(home, 'work')]: 'TRUST_FOLDER', [folder]: 'DO_NOT_TRUST' })).toEqual(refused);
  });

  it('names the key to press where it was never said, or only of another folder', () => {
    const unknown = [
      ['warning', expect.stringContaining('was not told'), expect.stringContaining('press Enter')],
    ];
    expect(geminiTrustChecks(home, folder)).toHaveLength(1);
    expect(told({ [join(home, 'work/shop-two')]: 'TRUST_FOLDER' })).toEqual(unknown);
    expect(told('{ broken')).toEqual(unknown);
  });

  it('is no question where the user has switched that off', () => {
    writeFileSync(join(home, 'settings.json'), '{ "security": { "folderTrust": { "enabled": false } } }');
    expect(geminiTrustChecks(home, folder)).toEqual([]);
  });
});
