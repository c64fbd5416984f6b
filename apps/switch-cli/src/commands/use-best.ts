import { usageFailure } from '../program/failure';
import type { Outcome, Run } from '../program/run';
import { bestAccount } from '../switching/best-account';
import { panelForWriting } from '../switching/switching';
import { useChosen } from './use';

/** `use` with the account that has most room, and why it is that one. */
export async function useBest(
  run: Run,
  wanted: string | undefined,
  own: { here: boolean },
): Promise<Outcome> {
  if (wanted !== undefined) throw usageFailure('use takes an account or --best, not both.');
  const api = panelForWriting(run);
  const accounts = await api.listAccounts();
  const { account, lines, facts } = bestAccount(run, accounts);
  const outcome = await useChosen(run, api, { account, isOfFolder: false, accounts }, own);
  return { ...outcome, lines: [...lines, ...outcome.lines], facts: { ...outcome.facts, ...facts } };
}
