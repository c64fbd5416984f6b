import type { Calendar } from '../calendar';
import type { DemoLedgers } from '../demo-ledger';
import { scaledClients } from './scaled-clients';
import { scaledMessages } from './scaled-messages';
import type { ScaledPart } from './scaled-part';
import { SCALED_ROWS } from './scaled-rows';

interface Work {
  ledgers: DemoLedgers;
  calendar: Calendar;
  /** The total number of chat messages. */
  scale: number;
  report: (line: string) => void;
  signal: AbortSignal;
}

/** The interval of progress reports. */
const REPORT_MS = 5_000;

/** Adds the missing rows of the large part, in batches, each in its own transaction. */
export async function fillScaled(work: Work): Promise<void> {
  const beganAt = performance.now();
  let added = 0;
  for (const part of [...SCALED_ROWS, scaledMessages, scaledClients]) added += await fillPart(part, work);
  const seconds = (performance.now() - beganAt) / 1_000;
  if (work.signal.aborted) work.report('Stopped. Run it again to go on from here.');
  work.report(
    added === 0
      ? 'The large part is there already: nothing added.'
      : `Added ${count(added)} rows in ${seconds.toFixed(1)} s: ${count(Math.round(added / seconds))} rows/s.`,
  );
}

async function fillPart(part: ScaledPart, work: Work): Promise<number> {
  const { ledgers, calendar, scale, report, signal } = work;
  const ledger = ledgers[part.database ?? 'memory'];
  const wanted = part.rows(scale);
  const values = part.values(calendar);
  const had = (await ledger.rowsOf(part.name)) ?? 0;
  let reportedAt = performance.now();
  let done = had;
  while (done < wanted && !signal.aborted) {
    const last = Math.min(done + part.batch, wanted);
    const first = done + 1;
    done += await ledger.fill(part.name, part.insert, [first, last, ...values], last - first + 1);
    if (performance.now() - reportedAt < REPORT_MS) continue;
    report(`  ${part.name}: ${count(done)} of ${count(wanted)}`);
    reportedAt = performance.now();
  }
  return done - had;
}

function count(rows: number): string {
  return rows.toLocaleString('en');
}
