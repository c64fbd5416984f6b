import type { ActiveSession, PanelApi } from '../panel/panel-api';
import { shownPath } from '../files/places';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { secure, type Secured } from '../switching/secure';
import { entryOf, filesOf, hold, incomingSession, panelOf, withFiles } from '../switching/switching';
import type { TargetFiles } from '../targets/target-files';

/** Brings the panel's active account to this machine. */
export function sync(run: Run): Promise<Outcome> {
  const files = filesOf(run);
  const api = panelOf(run);
  return withFiles(run, files, async () => {
    const session = await api.activeSession();
    await hold(run, files);
    return bring(run, files, api, session);
  });
}

/** Puts a session into the files, once what they hold is safe. */
export async function bring(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  session: ActiveSession,
): Promise<Outcome> {
  const incoming = incomingSession(files.target, session);
  const secured = await secure(run, files, api, { account_id: session.id, incoming });
  if (!run.options.dry_run) {
    const entry = entryOf(session, session.session_version, incoming, run.now());
    if (!secured.is_there) await files.write(incoming.document, entry);
    else if (secured.captured === null) files.remember(entry);
  }
  return outcomeOf(run, files, session, secured);
}

/** @param session what is on the machine now, or would be */
export function outcomeOf(
  run: Run,
  { target }: TargetFiles,
  session: Omit<ActiveSession, 'document' | 'session_version'> & { session_version: number | null },
  { is_there, captured }: Secured,
): Outcome {
  const { paint, options, environment } = run;
  const result = is_there ? (captured === null ? 'unchanged' : 'captured') : 'written';
  const name = paint.strong(plain(session.name));
  const file = paint.faint(`  ${shownPath(target.main_file, environment)}`);
  const of_another = is_there || captured === null ? [] : [storedFirst(run, captured.account_name)];
  return {
    lines: [`${mark(run)} ${sentence(result, name, options.dry_run)}`, ...of_another, file],
    facts: {
      result,
      dry_run: options.dry_run,
      account: { id: session.id, name: session.name, type: session.type },
      session_version: is_there && captured !== null ? captured.session_version : session.session_version,
      captured: captured && { id: captured.account_id, name: captured.account_name },
      target: { name: target.kind, file: target.main_file },
    },
  };
}

export function mark({ paint, options }: Run): string {
  return options.dry_run ? paint.faint('·') : paint.good('✓');
}

function sentence(result: 'unchanged' | 'captured' | 'written', name: string, is_dry: boolean): string {
  if (result === 'unchanged') return `${name} is on this machine already. Nothing to do.`;
  if (result === 'written') return `${name} ${is_dry ? 'would be put on' : 'is now on'} this machine.`;
  return `${name} is on this machine; its renewed tokens ${is_dry ? 'would be' : 'are now'} stored in the panel.`;
}

export function storedFirst({ options }: Run, name: string): string {
  return `  The renewed tokens of ${plain(name)} ${options.dry_run ? 'would be' : 'were'} stored in the panel first.`;
}
