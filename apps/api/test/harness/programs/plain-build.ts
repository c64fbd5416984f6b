import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { copy, environmentOf, readStages, type Stage } from './dockerfile';

/** An image's file system, as far as its Dockerfile makes it: what its base image holds is missing. */
export interface PlainImage {
  root: string;
  stage: Stage;
  workdir: string;
}

/**
 * Does what Dockerfiles say in plain folders, without Docker: COPY copies, RUN runs on this machine, in the stage's
 * folder, with the Node.js of the project. Stages that begin alike share that beginning, as Docker's layers do.
 */
export class PlainBuilder {
  private readonly installed = new Map<string, string>();
  private count = 0;

  /** @param folder an empty one */
  constructor(private readonly folder: string) {}

  build(file: string): PlainImage {
    const roots = new Map<string, string>();
    let last: PlainImage | null = null;
    for (const stage of readStages(file)) {
      last = this.buildStage(stage, roots);
      roots.set(stage.name, last.root);
    }
    if (last === null) throw new Error(`${file} has no stage.`);
    return last;
  }

  private buildStage(stage: Stage, roots: ReadonlyMap<string, string>): PlainImage {
    const root = join(this.folder, String(this.count++));
    let workdir = '/';
    let done = stage.image;
    for (const step of stage.steps) {
      done += `\n${step.keyword} ${step.text}`;
      if (step.keyword === 'WORKDIR') workdir = resolve(workdir, step.text);
      if (step.keyword === 'COPY') copy(step, roots, root, workdir);
      if (step.keyword === 'RUN') this.run(step.text, done, stage, root, workdir);
    }
    return { root, stage, workdir: join(root, workdir) };
  }

  private run(command: string, done: string, stage: Stage, root: string, workdir: string): void {
    const before = this.installed.get(done);
    if (before !== undefined) {
      link(before, root);
      return;
    }
    const cwd = join(root, workdir);
    mkdirSync(cwd, { recursive: true });
    // npm may need this machine's proxy or certificates to reach its registry.
    const { NODE_ENV: _ofTheTests, PATH = '', ...others } = process.env;
    const env = {
      ...others,
      PATH: `${dirname(process.execPath)}:${PATH}`,
      // The lock file says what a package holds: what npm has fetched before need not be asked for again.
      npm_config_prefer_offline: 'true',
      ...environmentOf(stage),
    };
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stderr}`);
    if (command.startsWith('npm ci')) this.installed.set(done, this.keep(root));
  }

  /** What was installed, before more is added to it. */
  private keep(root: string): string {
    const kept = `${root}.installed`;
    link(root, kept);
    return kept;
  }
}

/** A copy whose files are the same ones: packages are only read. */
function link(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-alf', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${from} cannot be copied: ${stderr}`);
}
