import { findName } from '@groupless/shared-dto';

/** What becomes of the resources where the settings are replaced: only spelled otherwise, or gone. */
export function changedResources(
  before: readonly string[],
  after: readonly string[],
): { respelled: { from: string; to: string }[]; dropped: string[] } {
  const respelled = before.flatMap((from): { from: string; to: string }[] => {
    const to = findName(after, from);
    return to === undefined || to === from ? [] : [{ from, to }];
  });
  return { respelled, dropped: before.filter((name) => findName(after, name) === undefined) };
}
