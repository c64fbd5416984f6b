import { shownPath } from '../../files/places';
import { panelUrl } from '../../panel/panel-url';
import { checkedKey } from '../../panel/settings';
import { makeMachineId } from '../../panel/this-machine';
import { EXIT } from '../../program/exit-codes';
import { Failure, ofLogin, usageFailure } from '../../program/failure';
import type { Outcome } from '../../program/run';
import { shellWord } from '../../program/shell-word';
import { memoryConfigFile } from '../places';
import { forgetTools, PanelTools } from '../mcp/panel-tools';
import type { MemoryRun } from '../program/memory-run';
import { MemoryApi } from '../server/memory-api';
import { writeMemoryConfig } from '../server/memory-settings';
import { takeOver, waitingElsewhere } from '../store/receivers';

const TIMEOUT_MS = 10_000;

/**
 * Remembers the server's address and a key, once the server has accepted it. The key comes from a prompt or from what
 * is piped in, never from the command line, where other users and the shell's history would see it.
 * @param own.isTakingOver lets what waits for another address or key go to this one
 */
export async function login(
  run: MemoryRun,
  givenUrl: string,
  own: { isPiped: boolean; isTakingOver?: boolean },
): Promise<Outcome> {
  const { environment, options, paint } = run;
  const settings = { url: panelUrl(givenUrl, options), key: await askedKey(run, own.isPiped) };
  const api = new MemoryApi(environment, settings, () => TIMEOUT_MS);
  await refuseUnless(api);
  makeMachineId(environment);
  writeMemoryConfig(environment, settings, { insecure: options.insecure });
  forgetTools(environment);
  // An assistant that starts while the server is away has them all the same.
  await new PanelTools(environment).list();
  const file = memoryConfigFile(environment);
  const waiting = await aboutWaiting(run, api, own);
  const end = api.keyEnd(run.now());
  return {
    lines: [
      `${paint.good('✓')} Logged in to ${paint.strong(settings.url)}.`,
      paint.faint(`  Address and key are in ${shownPath(file, environment)}, which only you can read.`),
      ...(end === null ? [] : [paint.faint(`  The key ends on ${end.day}, in ${end.days} days.`)]),
      ...waiting.lines,
      '  Next: assistant-memory attach (it finds the assistants of this machine)',
    ],
    facts: { result: 'logged_in', url: settings.url, config_file: file, taken_over: waiting.taken_over },
  };
}

/**
 * A server that has moved gets what waits for its old address, and a new key what waits for the one before; another server, or
 * another person's key, must not. So a person decides.
 */
async function aboutWaiting(
  { environment, ask, options, paint }: MemoryRun,
  api: MemoryApi,
  { isPiped, isTakingOver }: { isPiped: boolean; isTakingOver?: boolean },
): Promise<{ lines: string[]; taken_over: number }> {
  const { url } = api;
  const waiting = Object.entries(waitingElsewhere(environment, api));
  if (waiting.length === 0) return { lines: [], taken_over: 0 };
  const what = waiting
    .map(([address, count]) => `${count} for ${address === url ? 'another key of ' : ''}${address}`)
    .join(', ');
  const canAsk = ask.is_terminal && !isPiped && !options.json;
  const answer = canAsk
    ? await ask.line(`Entries wait to be sent: ${what}. Send them to ${url}? [y/N] `)
    : '';
  if (isTakingOver || /^y(es)?$/i.test(answer)) {
    const taken_over = takeOver(environment, api);
    return {
      lines: [`  ${taken_over} entries that waited for another address or key will be sent here.`],
      taken_over,
    };
  }
  const lines = [
    `${paint.warning('!')} Entries wait for another address or key and are not sent: ${what}`,
    `  If the server has moved, or that key was yours: assistant-memory login ${shellWord(url)} --take-over`,
  ];
  return { lines, taken_over: 0 };
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
    if (!(failure instanceof Failure) || failure.code !== 'forbidden')
      throw ofLogin(failure, 'assistant-memory login <url>');
    throw new Failure(
      'forbidden',
      'This key lacks the scope memory. Nothing was stored.',
      ['Make a key with the scope memory in the panel (Settings, Keys).'],
      EXIT.not_authorised,
    );
  }
}
