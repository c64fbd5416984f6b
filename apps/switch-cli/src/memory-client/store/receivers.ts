import type { Environment } from '../../program/environment';
import { readJson, writeJson } from './json-file';
import { fileOfEntry, readEntry, waitingNames, type Entry, type Receiver, type Spooled } from './spool';

/** What waits for another server or key than these: how many entries, by their addresses. */
export function waitingElsewhere(environment: Environment, receiver: Receiver): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of waitingNames(environment)) {
    const entry = readJson<Spooled | null>(fileOfEntry(environment, name), null);
    if (entry !== null && !isFor(entry, receiver)) counts[entry.url] = (counts[entry.url] ?? 0) + 1;
  }
  return counts;
}

/** Lets what waits for other addresses and keys go to this one: the server has moved, or the key was replaced. */
export function takeOver(environment: Environment, receiver: Receiver): number {
  const { url, keyHash: of } = receiver;
  let count = 0;
  for (const name of waitingNames(environment)) {
    const entry = readEntry(environment, name);
    if (entry === null || isFor(entry, receiver)) continue;
    writeJson(fileOfEntry(environment, name), { ...entry, url, of } satisfies Spooled, {
      isDurable: true,
    });
    count++;
  }
  return count;
}

/** Whether something of a kind waits for a project, so that what comes now must not overtake it. */
export function isWaiting(
  environment: Environment,
  receiver: Receiver,
  kind: Entry['kind'],
  identity: string,
): boolean {
  return waitingNames(environment).some((name) => {
    const entry = readEntry(environment, name);
    return entry !== null && isFor(entry, receiver) && entry.kind === kind && entry.identity === identity;
  });
}

/** Another key may be another person's, whose own hooks or server send what it left. */
export function isFor({ url, of }: Spooled, receiver: Receiver): boolean {
  return url === receiver.url && (of === undefined || of === receiver.keyHash);
}
