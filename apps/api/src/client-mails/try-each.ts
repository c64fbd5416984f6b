/**
 * Does the work for each, one after the other, also for those behind one that fails.
 * @throws the first fault, after all were tried
 */
export async function tryEach<One>(all: Iterable<One>, work: (one: One) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = [];
  for (const one of all) await work(one).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
}
