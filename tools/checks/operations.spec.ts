import { existsSync, readFileSync } from 'node:fs';

describe('docs/operations.md', () => {
  it('is short enough to look something up in it', () => {
    expect(readFileSync('docs/operations.md', 'utf8').split('\n').length).toBeLessThanOrEqual(350);
  });

  it.each([
    'operations',
    'deployment',
    'settings',
    'monitoring',
    'scaling',
    'webhooks',
    'agents',
    'personal-data',
  ])('has no broken link to or in docs/%s.md', (name) => {
    const text = readFileSync(`docs/${name}.md`, 'utf8');
    for (const [, file = '', anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)) {
      const target = file === '' ? `docs/${name}.md` : `docs/${file}`;
      expect([target, existsSync(target)]).toEqual([target, true]);
      if (anchor !== undefined)
        expect([target, anchorsOf(target)]).toEqual([target, expect.arrayContaining([anchor])]);
    }
  });
});

describe('docs/deployment.md', () => {
  it('lets the service write to the folder of its backups, which is made for its user', () => {
    const text = readFileSync('docs/deployment.md', 'utf8');
    const [, unit = ''] = /```ini\n( *\[Unit\][^]*?)```/.exec(text) ?? [];
    const [, folder] = /`BACKUP_DIR=([^`]+)`/.exec(text) ?? [];
    expect(folder).toBeDefined();
    expect(unit).toContain('ProtectSystem=strict\n');
    expect(unit).toContain(`ReadWritePaths=${folder}\n`);
    const [, user] = /User=(.+)/.exec(unit) ?? [];
    expect(text).toContain(`install -d -o ${user} -g ${user} -m 700 ${folder}\n`);
  });
});

/** As GitHub makes them of headings. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8').matchAll(/^#{1,4} (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
