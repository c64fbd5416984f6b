/**
 * How a summary was made: by the assistant or a person, by a compaction, as a hook's extract of what was said, or by an import.
 */
export const SUMMARY_MAKINGS = ['written', 'compact', 'extract', 'imported'] as const;
export type SummaryMaking = (typeof SUMMARY_MAKINGS)[number];

/** The keys of clients that do not say `made`: `<session id>:compact:<n>` and `:end:<n>`. */
const KEY_OF_HOOK = /:(compact|end):\d+$/;

/** How a summary was made: as its sender says, else as its `Idempotency-Key` tells. */
export function makingOf(said: unknown, idempotency_key: string | null): SummaryMaking {
  const known = SUMMARY_MAKINGS.find((making) => making === said);
  if (known !== undefined) return known;
  const [, kind] = KEY_OF_HOOK.exec(idempotency_key ?? '') ?? [];
  if (kind === undefined) return 'written';
  return kind === 'end' ? 'extract' : 'compact';
}

/** Whether a hook made it of what was said in a session, whose words belong to its user. */
export function isByHook(making: SummaryMaking): boolean {
  return making === 'compact' || making === 'extract';
}
