import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Takes its commands from the document itself. */
const POINT_IN_TIME = ['production/point-in-time.full.spec.ts', '### Point-in-time recovery'] as const;

const LOOK = ['process/backup.spec.ts', "commandsOf('### Looking into"] as const;
const RESTORE = ['process/backup.spec.ts', "commandsOf('**Restore**"] as const;

/** Which test runs a command of docs/operations.md, and the words by which it does. */
const RUN_BY: Record<string, readonly [spec: string, words: string]> = {
  'npm run keys:rotate': ['process/key-rotation.spec.ts', "startCommand('keys-rotate'"],
  // The words are taken from the document.
  'npm run keys:rotate -- --forget-lost': ['process/key-rotation.spec.ts', "RECOVERY.split(' ')"],
  'npm run admin -- reset ada@example.com': ['process/admin-commands.spec.ts', "admin(['reset', EMAIL]"],
  'PGPASSWORD=$(sed -n \'s/.*"groupless": "\\(.*\\)".*/\\1/p\' .data/database-passwords.json) \\': LOOK,
  'psql -h "$(sed -n 5p .data/postgres/postmaster.pid)" -U groupless assistant_memory': LOOK,
  'npm run backup -- /backups/groupless.backup': ['process/backup.spec.ts', "'backup', "],
  'npm run restore -- /backups/groupless.backup --verify': ['process/backup.spec.ts', "[file, '--verify']"],
  'npm run restore -- /backups/groupless.backup --try': ['process/backup.spec.ts', "[file, '--try']"],
  'mv .data .data.old && mkdir -m "$([ $(id -u) = 0 ] && echo 711 || echo 700)" .data && cp -p .data.old/secrets.env .data/':
    RESTORE,
  'npm run restore -- /backups/groupless.backup': RESTORE,
  'npm run doctor': ['process/doctor.spec.ts', "runInProcess('doctor'"],
  'npm start': ['process/start-and-stop.spec.ts', 'RunningProgram.start('],
  'npm run purge': ['process/backup.spec.ts', "startCommand('purge'"],
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
  it('has no command but those that a test runs', () => {
    expect([...new Set(commands())].sort()).toEqual(Object.keys(RUN_BY).sort());
    for (const [command, [spec, words]] of Object.entries(RUN_BY)) {
      const isRun = readFileSync(join('apps/api/test', spec), 'utf8').includes(words);
      expect([command, isRun]).toEqual([command, true]);
    }
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
