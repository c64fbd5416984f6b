import { shownPath } from '../../files/places';
import { panelUrl } from '../../panel/panel-url';
import { checkedKey } from '../../panel/settings';
import { EXIT } from '../../program/exit-codes';
import { Failure, usageFailure } from '../../program/failure';
import type { Outcome } from '../../program/run';
import { memoryConfigFile } from '../places';
import type { MemoryRun } from '../program/memory-run';
import { MemoryApi } from '../server/memory-api';
import { removeMemoryConfig, writeMemoryConfig } from '../server/memory-settings';

const TIMEOUT_MS = 10_000;

/**
 * Remembers the server's address and a key, once the server has accepted it. The key comes from a prompt or from what
 * is piped in, never from the command line, where other users and the shell's history would see it.
 */
export async function login(
  run: MemoryRun,
  givenUrl: string,
  { isPiped }: { isPiped: boolean },
): Promise<Outcome> {
  const { environment, options, paint } = run;
  const settings = { url: panelUrl(givenUrl, options), key: await askedKey(run, isPiped) };
  const api = new MemoryApi(environment, settings, () => TIMEOUT_MS);
  await refuseUnless(api);
  writeMemoryConfig(environment, settings, { insecure: options.insecure });
  const file = memoryConfigFile(environment);
  return {
    lines: [
      `${paint.good('✓')} Logged in to ${paint.strong(settings.url)}.`,
      paint.faint(`  Address and key are in ${shownPath(file, environment)}, which only you can read.`),
      '  Next: assistant-memory attach claude-code (or codex, or gemini)',
    ],
    facts: { result: 'logged_in', url: settings.url, config_file: file },
  };
}

export function logout({ environment, paint }: MemoryRun): Promise<Outcome> {
  const file = memoryConfigFile(environment);
  const existed = removeMemoryConfig(environment);
  const shown = shownPath(file, environment);
  const sentence = existed ? `Forgotten: ${shown} was removed.` : `Nothing to do: there is no ${shown}.`;
  return Promise.resolve({
    lines: [`${paint.good('✓')} ${sentence}`],
    facts: { result: existed ? 'logged_out' : 'unchanged', config_file: file },
  });
}

async function askedKey({ ask }: MemoryRun, isPiped: boolean): Promise<string> {
  if (ask.is_terminal && !isPiped)
    return checkedKey(await ask.line('Key (it is not shown): ', { secret: true }));
  const lines = (await ask.piped()).split(/\r?\n/).filter((line) => line !== '');
  const [key] = lines;
  if (key === undefined || lines.length > 1) {
    throw usageFailure('Pipe the key in, alone: assistant-memory login <url> --key-stdin < key-file');
  }
  return checkedKey(key);
}

/** A key that may not read the memory is of no use. */
async function refuseUnless(api: MemoryApi): Promise<void> {
  try {
    await api.readWebhooks();
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.code !== 'forbidden') throw failure;
    throw new Failure(
      'forbidden',
      'This key lacks the scope memory. Nothing was stored.',
      ['Make a key with the scope memory in the panel (Settings, Keys).'],
      EXIT.not_authorised,
    );
  }
}
