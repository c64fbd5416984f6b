import { DockerfileParser, type Copy, type Instruction } from 'dockerfile-ast';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const PROJECT = join(__dirname, '../../../../..');

export interface Step {
  keyword: string;
  /** All that stands behind the keyword and its flags. */
  text: string;
  words: string[];
  /** Of COPY: the stage, where it is not the project's folder. */
  from: string | null;
}

export interface Stage {
  image: string;
  name: string;
  steps: Step[];
}

/** The stages of a file in `docker/`, in their order; the last one is the image. */
export function readStages(file: string): Stage[] {
  const parsed = DockerfileParser.parse(readFileSync(join(PROJECT, 'docker', file), 'utf8'));
  const stages: Stage[] = [];
  for (const instruction of parsed.getInstructions()) {
    const step = asStep(instruction);
    if (step.keyword === 'FROM') {
      stages.push({ image: step.words[0] ?? '', name: step.words[2] ?? 'image', steps: [] });
    } else stages.at(-1)?.steps.push(step);
  }
  return stages;
}

function asStep(instruction: Instruction): Step {
  const keyword = instruction.getKeyword();
  const flags = keyword === 'COPY' ? (instruction as Copy).getFlags() : [];
  return {
    keyword,
    text: instruction.getArgumentsContent() ?? '',
    words: instruction.getArguments().map((argument) => argument.getValue()),
    from: flags.find((flag) => flag.getName() === 'from')?.getValue() ?? null,
  };
}

/** The words of the stage's one instruction, or of its last. */
export function wordsOf({ steps }: Stage, keyword: string): string[] {
  return steps.findLast((step) => step.keyword === keyword)?.words ?? [];
}

/** The list that an instruction in JSON form (CMD, ENTRYPOINT) holds. */
export function listOf({ steps }: Stage, keyword: string): string[] {
  const text = steps.findLast((step) => step.keyword === keyword)?.text;
  return text === undefined ? [] : (JSON.parse(text) as string[]);
}

/** What ENV sets. */
export function environmentOf({ steps }: Stage): Record<string, string> {
  const pairs = steps.filter(({ keyword }) => keyword === 'ENV').flatMap(({ words }) => words);
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

/** Whether `.dockerignore` keeps a path of the project out of the build: the last rule that fits decides. */
export function isIgnored(path: string): boolean {
  const parts = path.split('/');
  const parents = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  let ignored = false;
  for (const line of readFileSync(join(PROJECT, '.dockerignore'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [takesBack, pattern] = line.startsWith('!') ? [true, line.slice(1)] : [false, line];
    if (parents.some((parent) => patternOf(pattern).test(parent))) ignored = !takesBack;
  }
  return ignored;
}

/** As Docker reads a rule: `*` stays within a folder and takes names with a dot in front as well. */
function patternOf(rule: string): RegExp {
  const parts = rule.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}

/**
 * Does a COPY as a build would.
 * @param stages the folders of the earlier stages, by name
 * @param root the folder of this stage
 */
export function copy(
  { words, from }: Step,
  stages: ReadonlyMap<string, string>,
  root: string,
  workdir: string,
) {
  const target = words.at(-1) ?? '';
  const into = join(root, resolve(workdir, target));
  const sourceRoot = from === null ? PROJECT : stages.get(from);
  if (sourceRoot === undefined) throw new Error(`COPY --from=${from}: there is no such stage.`);
  for (const word of words.slice(0, -1)) {
    const source = join(sourceRoot, word);
    if (!existsSync(source)) throw new Error(`COPY ${word}: it does not exist.`);
    const isFolder = statSync(source).isDirectory();
    mkdirSync(isFolder || target.endsWith('/') ? into : join(into, '..'), { recursive: true });
    const to = isFolder || !target.endsWith('/') ? into : join(into, word.split('/').at(-1) ?? '');
    const filter = (path: string) => from !== null || path === source || !isIgnored(relative(PROJECT, path));
    cpSync(source, to, { recursive: true, verbatimSymlinks: true, filter });
  }
}
