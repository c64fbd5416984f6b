import { foldName, isLive, type AppointmentStatus } from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';

interface Step {
  is_gone: boolean;
  id: string;
  resource: string;
  starts: Date;
  ends: Date;
  status: AppointmentStatus;
  squeezed: boolean;
}

/** Each state that an appointment had, in the order in which the database took them. */
const WATCH = `
  create table held_times (step bigint generated always as identity, is_gone boolean, id uuid, resource text,
    starts timestamptz, ends timestamptz, status text, squeezed boolean);
  create function note_held_time() returns trigger
    -- The API's role has no rights on this table.
    language plpgsql security definer as $$
    declare it appointments := coalesce(new, old);
    begin
      insert into held_times (is_gone, id, resource, starts, ends, status, squeezed)
        values (tg_op = 'DELETE', it.id, it.resource, it.starts_at, it.ends_at, it.status, it.squeezed);
      return null;
    end $$;
  create trigger note_held_time after insert or update or delete on appointments
    for each row execute function note_held_time();`;

/** Whoever frees a time and whoever takes it next write in this order: the one waits for the other. */
export class HeldTimes {
  constructor(private readonly t: ServedApp) {}

  async watch(): Promise<void> {
    await this.t.panel.query(WATCH);
  }

  async forget(): Promise<void> {
    await this.t.panel.query('truncate held_times');
  }

  /** Pairs that held one time of one resource at once, neither of them beside the other by somebody's wish. */
  async soldTwice(): Promise<[string, string][]> {
    const { rows } = await this.t.panel.query<Step>('select * from held_times order by step');
    if (rows.length === 0) throw new Error('Nothing was watched.');
    const holding = new Map<string, Step>();
    const twice: [string, string][] = [];
    for (const step of rows) {
      holding.delete(step.id);
      if (step.is_gone || step.squeezed || !isLive(step.status)) continue;
      for (const other of holding.values()) if (meet(step, other)) twice.push([other.id, step.id]);
      holding.set(step.id, step);
    }
    return twice;
  }
}

function meet(one: Step, other: Step): boolean {
  const isSame = foldName(one.resource) === foldName(other.resource);
  return isSame && one.starts < other.ends && other.starts < one.ends;
}
