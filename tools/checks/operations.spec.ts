import { existsSync, readFileSync } from 'node:fs';

const POINT_IN_TIME = 'apps/api/test/production/point-in-time.full.spec.ts';

/** Which test runs a command of docs/operations.md; null where the document has to say that none does. */
const RUN_BY: Record<string, string | null> = {
  'npm run keys:rotate': 'apps/api/test/process/key-rotation.spec.ts',
  'npm run admin -- reset ada@example.com': 'apps/api/test/process/admin-commands.spec.ts',
  'PGPASSWORD=$(sed -n \'s/.*"groupless": "\\(.*\\)".*/\\1/p\' .data/database-passwords.json) \\': null,
  'psql -h "$(sed -n 5p .data/postgres/postmaster.pid)" -U groupless assistant_memory': null,
  'npm run backup -- /backups/groupless.backup': 'apps/api/test/process/backup.spec.ts',
  'npm run restore -- /backups/groupless.backup --verify': 'apps/api/test/process/backup.spec.ts',
  // There the second folder is made with the secrets of the first.
  'mv .data .data.old && mkdir -m 700 .data && cp -p .data.old/secrets.env .data/':
    'apps/api/test/process/backup.spec.ts',
  'npm run restore -- /backups/groupless.backup': 'apps/api/test/process/backup.spec.ts',
  'npm run doctor': 'apps/api/test/process/doctor.spec.ts',
  'npm start': 'apps/api/test/process/start-and-stop.spec.ts',
  'npm run purge': 'apps/api/test/process/backup.spec.ts',
  'pg_basebackup -h db.example.com -U postgres -D /backups/base --checkpoint=fast': POINT_IN_TIME,
  'cp -a /backups/base /var/lib/postgresql/restored': POINT_IN_TIME,
  'echo "restore_command = \'cp /archive/%f %p\'" >>/var/lib/postgresql/restored/postgresql.auto.conf':
    POINT_IN_TIME,
  'echo "recovery_target_time = \'2026-03-04 11:59:30+00\'" >>/var/lib/postgresql/restored/postgresql.auto.conf':
    POINT_IN_TIME,
  'echo "recovery_target_action = \'promote\'" >>/var/lib/postgresql/restored/postgresql.auto.conf':
    POINT_IN_TIME,
  'touch /var/lib/postgresql/restored/recovery.signal': POINT_IN_TIME,
  'pg_ctl -D /var/lib/postgresql/restored -l /var/lib/postgresql/restored.log -w start': POINT_IN_TIME,
};

const document = readFileSync('docs/operations.md', 'utf8');

/** Each line of a block for the shell, without its comment. */
function commands(): string[] {
  const blocks = [...document.matchAll(/^ *```sh\n([^]*?)^ *```/gm)];
  return blocks
    .flatMap(([, block = '']) => block.trimEnd().split('\n'))
    .map((line) => line.replace(/ +#.*$/, '').trim());
}

describe('docs/operations.md', () => {
  it('has no command but those that a test runs, or of which it says that none does', () => {
    expect([...new Set(commands())].sort()).toEqual(Object.keys(RUN_BY).sort());
    for (const spec of Object.values(RUN_BY))
      if (spec !== null) expect([spec, existsSync(spec)]).toEqual([spec, true]);
    const isUntested = Object.values(RUN_BY).includes(null);
    expect(document.includes('No test runs this')).toBe(isUntested);
  });

  it('is short enough to look something up in it', () => {
    expect(document.split('\n').length).toBeLessThanOrEqual(350);
  });

  it.each(['operations', 'deployment', 'settings', 'monitoring', 'scaling', 'webhooks', 'agents'])(
    'has no broken link to or in docs/%s.md',
    (name) => {
      const text = readFileSync(`docs/${name}.md`, 'utf8');
      for (const [, file = '', anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)) {
        const target = file === '' ? `docs/${name}.md` : `docs/${file}`;
        expect([target, existsSync(target)]).toEqual([target, true]);
        if (anchor !== undefined)
          expect([target, anchorsOf(target)]).toEqual([target, expect.arrayContaining([anchor])]);
      }
    },
  );
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
