import ICAL from 'ical.js';
import {
  CLIENT_MAIL_KINDS,
  isLive,
  type AppointmentDto,
  type AppointmentStatus,
  type ClientMailKind,
  type MailSendsDto,
} from '@groupless/shared-dto';
import { ClientMailsService } from '../../../src/client-mails/client-mails.service';
import { difference, type Standing } from '../../../src/client-mails/told/difference';
import { nextTelling, type NextMail } from '../../../src/client-mails/told/next-telling';
import type { Told } from '../../../src/appointments/told/told-appointment.entity';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';
import { APPOINTMENTS, AS_AGENT, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { anyBelow, rounds } from '../../harness/data/rounds';
import { MailServer } from '../../harness/http/mail-server';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BEGIN = Date.parse('2026-02-02T08:00:00Z');
/** Far enough from the begin for all that a history lets pass. */
const DAYS = [9, 10, 11].map((day) => BEGIN + day * DAY_MS + 6 * MINUTE_MS);
/** So that each is reminded of while a history goes on, if it was agreed some minutes ago. */
const REMINDER_HOURS = [216, 240, 264];

const PAST = BEGIN - DAY_MS;

/** How many minutes it takes, of the booking first. */
const LENGTHS = [30, 20] as const;

/** Who does it, of the booking first. */
const RESOURCES = ['Emil', 'Frieda'] as const;

/** Two clients: the first one is there twice, and the two may be merged. */
const CLIENTS = ['anna', 'annas double', 'ben'] as const;
type Name = (typeof CLIENTS)[number];
type Person = 'anna' | 'ben';
const personOf = (name: Name): Person => (name === 'ben' ? 'ben' : 'anna');

/** What changes the appointment, and may be left untold. */
const CHANGES = [
  ...(['confirm', 'move', 'move into the past', 'cancel', 'give away', 'change length'] as const),
  ...(['change person', 'move series', 'end series'] as const),
] as const;
type Change = (typeof CHANGES)[number];

/** What happens to the appointment. Each may be impossible, and then does not happen. */
const ACTS = [
  ...CHANGES,
  ...(['move by agent', 'cancel by agent', 'take back', 'take back'] as const),
  ...(['note', 'merge', 'part', 'wait', 'wait', 'remind'] as const),
] as const;
type Act = (typeof ACTS)[number] | 'run' | 'delete';
type Step = Act | `${Change | 'delete'} untold`;

const isOf = <One extends string>(acts: readonly One[], act: string): act is One =>
  (acts as readonly string[]).includes(act);

interface Plan {
  by: 'agent' | 'desk';
  client: Exclude<Name, 'ben'>;
  /** Whether it is the first of three. */
  is_series: boolean;
  sends: Record<Exclude<ClientMailKind, 'restored'>, boolean>;
  has_email: Record<Name, boolean>;
  acts: Step[];
  /** What the mail server does after each run; at the end it takes all that waits. */
  server: ServerDoes[];
}

/** It takes mails, is away or defers them, or refuses them for good. */
const SERVER = ['takes', 'waits', 'refuses'] as const;
type ServerDoes = (typeof SERVER)[number];

const any = <One>(of: readonly One[]): One => of[anyBelow(of.length)]!;
const chance = (of: number) => Math.random() < of;

function anyPlan(length: number): Plan {
  const all = chance(0.4);
  const isReliable = chance(0.5);
  const flag = () => all || chance(0.6);
  const off = chance(0.3) ? any(['declined', 'cancelled', 'booked'] as const) : null;
  const untold = chance(0.5) ? 0.3 : 0;
  const anyStep = (): Step => {
    const act = any(ACTS);
    return isOf(CHANGES, act) && chance(untold) ? `${act} untold` : act;
  };
  const is_series = chance(0.3);
  return {
    by: is_series ? 'desk' : any(['agent', 'desk']),
    client: any(['anna', 'annas double']),
    is_series,
    sends: {
      requested: flag(),
      booked: flag(),
      confirmed: flag(),
      declined: flag(),
      moved: flag(),
      cancelled: flag(),
      reminder: flag(),
      ...(all && off !== null ? { [off]: false } : {}),
    },
    has_email: { anna: flag(), 'annas double': flag(), ben: flag() },
    acts: [
      ...Array.from({ length: 1 + anyBelow(length) }, () => (chance(0.4) ? 'run' : anyStep())),
      ...(chance(0.2) ? ([chance(untold) ? 'delete untold' : 'delete'] as const) : []),
    ],
    server: Array.from({ length: length + 1 }, () => (isReliable ? 'takes' : any(SERVER))),
  };
}

/** How an appointment stands for a person: no more than that it does not take place, or its state, when it is, how long and with whom. */
interface State {
  status: 'pending' | 'confirmed';
  at: number;
  minutes: number;
  resource: string;
}
type Belief = State | null;
type Time = Omit<State, 'status'>;

function isSameTime(one: Time | null | undefined, other: Time | null | undefined): boolean {
  return one?.at === other?.at && one?.minutes === other?.minutes && one?.resource === other?.resource;
}

const SAYS: Record<ClientMailKind, State['status'] | null> = {
  reminder: 'confirmed',
  requested: 'pending',
  booked: 'confirmed',
  confirmed: 'confirmed',
  moved: 'confirmed',
  restored: 'confirmed',
  declined: null,
  cancelled: null,
};

/** What persons were told by mail. */
class Persons {
  /** Whose last mail was refused, by the appointment: they believe what was before. */
  readonly unreached = new Set<string>();
  /** Who was not to be told of how it stands, by the appointment; they believe what they did. */
  readonly waived = new Set<string>();
  private readonly beliefs = new Map<string, Belief>();
  readonly heard: string[] = [];
  private readonly amiss: string[] = [];

  constructor(private readonly plan: Plan) {}

  /** @param which appointment, of a series */
  hear(person: Person, kind: ClientMailKind, time: Time, as?: State['status'], which = 0): void {
    const { at } = time;
    const { sends, acts } = this.plan;
    const status = as ?? SAYS[kind];
    const key = `${person} ${which}`;
    const was = this.beliefs.get(key);
    this.heard.push(`${key}: ${kind}`);
    const wasReached = !this.unreached.delete(key);
    if (!sends[kind === 'restored' ? 'cancelled' : kind]) this.amiss.push(`${kind} is off`);
    // Where everything is mailed at once, each mail says something new, and an end the time that the person knows.
    const isWhole = isAllMailed(this.plan);
    const isNew =
      status === null ? was !== null && was?.at === at : was?.status !== status || !isSameTime(was, time);
    const isOfAgent = this.plan.by === 'agent' && was === undefined && status === null;
    if (isWhole && !isNew && !isOfAgent && kind !== 'reminder')
      this.amiss.push(`${key} knows: ${kind} ${new Date(at).toISOString()}`);
    // Nobody is reminded of what was not told before, unless that was to be so.
    const isKept = !acts.some((act) => act.endsWith(' untold'));
    if (isWhole && isKept && wasReached && isNew && kind === 'reminder')
      this.amiss.push(`${key} is reminded of what is new`);
    this.beliefs.set(key, status === null ? null : { status, ...time });
  }

  /** Mails that should not be; and what a person believes and is not so, though a mail that would have said it is on. */
  faults(truthOf: (person: Person, which: number) => Belief, count = 1): string[] {
    const all = Array.from({ length: count }, (_, which) => this.misbeliefs(which, truthOf));
    return [...this.amiss, ...all.flat()];
  }

  private misbeliefs(which: number, truthOf: (person: Person, which: number) => Belief): string[] {
    const { sends, has_email } = this.plan;
    return (['anna', 'ben'] as const).flatMap((person) => {
      const key = `${person} ${which}`;
      const [belief, truth] = [this.beliefs.get(key), truthOf(person, which)];
      const names = CLIENTS.filter((name) => personOf(name) === person);
      const isReachable = names.every((name) => has_email[name]);
      const isMove =
        (belief ?? null) !== null && truth?.status === 'pending' && !isSameTime(belief, truth) && sends.moved;
      const isOff = !isMove && isUnsaid(this.plan, belief, truth);
      const isRight = belief?.status === truth?.status && (!truth || isSameTime(belief, truth));
      const isExcused = isOff || this.unreached.has(key) || this.waived.has(key);
      const isOwed = truth === null || isReachable;
      return isRight || isExcused || !isOwed ? [] : [`${key} believes ${said(belief)}, it is ${said(truth)}`];
    });
  }
}

function isAllMailed({ sends, has_email }: Plan): boolean {
  return [...Object.values(sends), ...Object.values(has_email)].every(Boolean);
}

/** Whether no mail is on that would tell somebody who believes the one of the other. */
function isUnsaid({ sends, has_email, acts }: Plan, belief: Belief | undefined, truth: Belief): boolean {
  const kinds = kindsBetween(belief, truth);
  if (kinds.every((kind) => !sends[kind])) return true;
  const { cancelled: _, ...others } = sends;
  const isRest = [...Object.values(others), ...Object.values(has_email)].every(Boolean);
  // What was not mailed counts as told by other means. After that fewer mails say it.
  const isOfMail = belief === null || (isRest && !acts.some((act) => act.startsWith('cancel')));
  return !isOfMail && kinds.some((kind) => !sends[kind]);
}

/** The mails by which somebody who believes the one learns of the other. */
function kindsBetween(belief: Belief | undefined, truth: Belief): (keyof Plan['sends'])[] {
  if (truth === null) return belief?.status === 'pending' ? ['declined', 'cancelled'] : ['cancelled'];
  if (truth.status === 'pending') return ['requested'];
  if (belief === undefined) return ['booked', 'confirmed'];
  if (belief === null) return ['cancelled', 'booked', 'confirmed'];
  if (belief.status === 'pending') return ['confirmed'];
  return ['moved'];
}

function said(belief: Belief | undefined): string {
  if (!belief) return 'nothing';
  return `${belief.status} ${new Date(belief.at).toISOString()} for ${belief.minutes} minutes with ${belief.resource}`;
}

/** What one client was told, as the database keeps it. */
interface Row {
  told: Told | null;
  changed_at: number | null;
  /** The mail that has not left, and what is told by it. */
  pending: { mail: NextMail; told: Told } | null;
  /** Whether the client is not to be told of how it stands. */
  isWaived: boolean;
}

/** The job in memory: the rule, and no database. */
function tellInMemory(plan: Plan): { persons: Persons; truthOf: (person: Person) => Belief } {
  const persons = new Persons(plan);
  let now = BEGIN;
  const rows = new Map<Name, Row>();
  let merged: 'undone' | 'merged' | null = null;
  let movedWithMerge = false;
  let is_deleted = false;
  const one = {
    client: plan.client as Name,
    /** To whom it goes back. */
    former: plan.client as Name,
    status: (plan.by === 'agent' ? 'pending' : 'confirmed') as AppointmentStatus,
    was: (plan.by === 'agent' ? 'pending' : 'confirmed') as AppointmentStatus,
    before: null as AppointmentStatus | null,
    at: DAYS[0]!,
    minutes: LENGTHS[0] as number,
    resource: RESOURCES[0] as string,
    is_of_agent: plan.by === 'agent',
    is_ended_by_team: false,
  };
  const emailOf = (name: Name) => (plan.has_email[name] ? name : null);
  const isSent = (kind: ClientMailKind) => plan.sends[kind === 'restored' ? 'cancelled' : kind];
  const becomes = (status: AppointmentStatus, byTeam = true) => {
    one.before = one.status;
    one.status = status;
    one.is_ended_by_team = byTeam;
  };
  const noteChange = () => {
    for (const [name, { told, pending }] of rows)
      if (name !== one.client && told === null && pending === null) rows.delete(name);
    const own = rows.get(one.client) ?? { told: null, changed_at: now, pending: null, isWaived: false };
    rows.set(one.client, own);
    for (const row of rows.values()) row.changed_at = now;
  };
  noteChange();
  const server = [...plan.server];
  const run = (does = server.shift() ?? 'takes') => {
    for (const [name, row] of rows) {
      if (row.changed_at !== null) compare(name, row, row.changed_at);
      if (row.pending !== null && does !== 'waits') deliver(row, row.pending, does);
    }
  };
  const deliver = (row: Row, { mail, told }: { mail: NextMail; told: Told }, does: ServerDoes) => {
    row.pending = null;
    const person = personOf(mail.to as Name);
    if (does === 'refuses') persons.unreached.add(`${person} 0`);
    else {
      persons.hear(person, mail.kind, timeOf(told), told.status === 'pending' ? 'pending' : undefined);
      row.told = told;
    }
  };
  /** Null: the client has it no more. */
  const standingOf = (name: Name): Standing | null => {
    if (is_deleted || name !== one.client) return null;
    const { status, at, minutes, resource, before, is_of_agent, is_ended_by_team } = one;
    const time = { starts_at: new Date(at), ends_at: new Date(at + minutes * MINUTE_MS) };
    const was = status === 'cancelled' ? before : one.was;
    return {
      ...{ status, ...time, resource, tells_resource: true },
      ...{ is_of_agent, is_ended_by_team, was: rows.size > 1 ? null : was },
    };
  };
  const compare = (name: Name, row: Row, changed_at: number) => {
    const standing = standingOf(name);
    if (row.isWaived && !is_deleted) {
      const isEnded = row.pending !== null && !isLive(row.pending.told.status);
      const isThere = row.pending !== null && isSameTime(timeOf(row.pending.told), one);
      const isStill = standing === null ? isEnded : isThere && row.pending?.told.status === one.status;
      if (!isStill) row.pending = null;
      row.changed_at = null;
      return;
    }
    const { mail, told, is_open } = nextTelling(row.told, standing, {
      now: new Date(now),
      changed_at: new Date(changed_at),
      isSent,
      begins: () => false,
      email: emailOf(name),
    });
    row.changed_at = is_open ? changed_at : null;
    row.pending = mail === null ? null : { mail, told: told! };
    if (mail === null) row.told = told;
    if (!is_deleted) return;
    // The mail of a deletion is not what these histories let wait.
    if (row.pending !== null) deliver(row, row.pending, 'takes');
    rows.delete(name);
  };
  const moveRow = (from: Name, to: Name) => {
    const row = rows.get(from);
    if (row === undefined) return;
    rows.delete(from);
    rows.set(to, row);
  };
  const acts: Record<Act, () => boolean> = {
    confirm: () => one.status === 'pending' && (becomes('confirmed'), true),
    move: () => {
      if (!isLive(one.status)) return false;
      one.at = any(DAYS.filter((day) => day !== one.at));
      one.before = null;
      return true;
    },
    'change length': () => {
      if (!isLive(one.status)) return false;
      one.minutes = LENGTHS.find((minutes) => minutes !== one.minutes)!;
      one.before = null;
      return true;
    },
    'change person': () => {
      if (!isLive(one.status)) return false;
      one.resource = RESOURCES.find((name) => name !== one.resource)!;
      one.before = null;
      return true;
    },
    // The database has them.
    'move series': () => false,
    'end series': () => false,
    remind: () => {
      // Changes are told before.
      run();
      const { client, status } = one;
      const standing = standingOf(client);
      const row = rows.get(client) ?? { told: null, changed_at: null, pending: null, isWaived: false };
      const to = emailOf(client);
      const isDue = status === 'confirmed' && one.at !== PAST && plan.sends.reminder;
      if (standing === null || !isDue || to === null || row.pending !== null) return false;
      const kinds = difference(row.told, standing);
      if (row.changed_at !== null && !row.isWaived && kinds.some(isSent)) return false;
      persons.hear(personOf(client), 'reminder', one);
      const { starts_at, ends_at, resource } = standing;
      const state = { status, starts_at, ends_at, resource, at: new Date(now), mail_id: null };
      const told: Told = { ...state, kind: 'reminder', to };
      rows.set(client, { told, changed_at: null, pending: null, isWaived: false });
      return false;
    },
    'move by agent': () => {
      if (one.at === PAST || !one.is_of_agent || !acts.move()) return false;
      one.status = 'pending';
      return true;
    },
    'move into the past': () => {
      if (!isLive(one.status) || one.at === PAST) return false;
      one.at = PAST;
      one.before = null;
      return true;
    },
    cancel: () => isLive(one.status) && (becomes('cancelled'), true),
    'cancel by agent': () =>
      isLive(one.status) && one.is_of_agent && one.at !== PAST && (becomes('cancelled', false), true),
    'take back': () => {
      if (one.before === null) return false;
      const [status, before] = [one.before, one.status];
      one.status = status;
      one.before = before;
      return true;
    },
    'give away': () => {
      if (one.client !== 'ben') one.former = one.client;
      one.client = one.client === 'ben' ? one.former : 'ben';
      one.is_of_agent = false;
      one.before = null;
      return true;
    },
    note: () => ((one.before = null), true),
    delete: () => (is_deleted = true),
    merge: () => {
      if (merged === 'merged') return false;
      merged = 'merged';
      movedWithMerge = one.client === 'annas double';
      if (one.former === 'annas double') one.former = 'anna';
      moveRow('annas double', 'anna');
      if (movedWithMerge) one.client = 'anna';
      return movedWithMerge && ((one.before = null), true);
    },
    part: () => {
      if (merged !== 'merged') return false;
      merged = 'undone';
      if (!movedWithMerge || one.client !== 'anna') return false;
      moveRow('anna', 'annas double');
      one.client = 'annas double';
      one.before = null;
      return true;
    },
    run: () => (run(), false),
    wait: () => ((now += anyBelow(7) * MINUTE_MS), false),
  };
  for (const act of plan.acts) {
    now += 10_000;
    if (is_deleted && !['run', 'wait'].includes(act)) continue;
    const isUntold = act.endsWith(' untold');
    const plain = act.replace(' untold', '') as Act;
    const { client } = one;
    if (!acts[plain]()) continue;
    noteChange();
    const isState = !['note', 'merge', 'part'].includes(plain);
    for (const [name, row] of rows)
      if (isState && (!isUntold || [client, one.client].includes(name))) row.isWaived = isUntold;
    if (!is_deleted) continue;
    for (const [name, { isWaived }] of rows)
      if (isUntold && isWaived) {
        persons.waived.add(`${personOf(name)} 0`);
        rows.delete(name);
      }
  }
  for (let minutes = 0; minutes < 7; minutes++, now += MINUTE_MS) run('takes');
  for (const [name, { changed_at, isWaived }] of rows) {
    expect(changed_at).toBeNull();
    if (isWaived) persons.waived.add(`${personOf(name)} 0`);
  }
  const truthOf = (person: Person): Belief => {
    const { client, status, at, minutes, resource } = one;
    const isTheirs = !is_deleted && personOf(client) === person && at !== PAST;
    return isTheirs && (status === 'pending' || status === 'confirmed')
      ? { status, at, minutes, resource }
      : null;
  };
  return { persons, truthOf };
}

/** When what was told is. */
function timeOf({ starts_at, ends_at, resource }: Pick<Told, 'starts_at' | 'ends_at' | 'resource'>): Time {
  const at = starts_at.getTime();
  return { at, minutes: (ends_at!.getTime() - at) / MINUTE_MS, resource };
}

/** The appointments of a mail's calendar, by their ids. */
function timesIn(calendar: string): Map<string, Omit<Time, 'resource'>> {
  const events = ICAL.Component.fromString(calendar).getAllSubcomponents('vevent');
  return new Map(
    events.map((component) => {
      const { uid, startDate, endDate } = new ICAL.Event(component);
      const [starts_at, ends_at] = [startDate.toJSDate(), endDate.toJSDate()];
      const { at, minutes } = timeOf({ starts_at, ends_at, resource: '' });
      return [uid.replace('@groupless', ''), { at, minutes }];
    }),
  );
}

const DATE = new Intl.DateTimeFormat('en', { timeZone: 'UTC', dateStyle: 'full' });

/** How the subjects of the standard texts begin. */
const SUBJECTS: Record<ClientMailKind, string> = {
  requested: 'Your request:',
  booked: 'Your appointment on',
  confirmed: 'Confirmed',
  declined: 'Not possible',
  moved: 'Your appointment has changed',
  cancelled: 'Cancelled',
  restored: 'It takes place',
  reminder: 'Reminder',
};

describe('what a client believes', () => {
  const HISTORIES = rounds(500, 10_000);

  it(`is what is, or the mail for it is off, after each of ${HISTORIES} histories`, () => {
    let told = 0;
    for (let history = 0; history < HISTORIES; history++) {
      const plan = anyPlan(14);
      const { persons, truthOf } = tellInMemory(plan);
      told += persons.heard.length;
      const faults = persons.faults(truthOf);
      expect({ faults, ...(faults.length > 0 ? { plan, heard: persons.heard } : {}) }).toEqual({
        faults: [],
      });
    }
    expect(told).toBeGreaterThan(HISTORIES / 2);
  });

  describe('through the database and a mail server', () => {
    let t: ServedApp;
    let admin: SignedInUser;
    let server: MailServer;
    let made = 0;
    beforeAll(async () => {
      t = await sharedApp();
      admin = await signIn(t);
      server = await MailServer.start();
      const anyTime = { time_zone: 'UTC', auto_confirm: false, agent_hours: 'any' } as const;
      await setAgent(t, { ...anyTime, language: 'en', resources: [...RESOURCES] });
    });
    afterAll(async () => {
      await t.close();
      await server.stop();
    });

    const texts = CLIENT_MAIL_KINDS.map((kind) => [kind, SUBJECTS[kind]] as const);
    const HISTORIES_THERE = rounds(25, 300);

    it(
      `is what is after each of ${HISTORIES_THERE} histories`,
      async () => {
        for (let history = 0; history < HISTORIES_THERE; history++) await live(anyPlan(10));
      },
      HISTORIES_THERE * 10_000,
    );

    function stateIn({ starts_at, ends_at, resource }: AppointmentDto): Time {
      return timeOf({ starts_at: new Date(starts_at), ends_at: new Date(ends_at), resource });
    }

    /** The same history by HTTP. */
    async function live(plan: Plan): Promise<void> {
      let now = BEGIN;
      t.clock.set(new Date(now).toISOString());
      const round = ++made;
      const persons = new Persons(plan);
      // Of earlier histories, whose times and reminders would come in between.
      await emptyTables(t.panel, 'clients');
      const send = (method: 'post' | 'patch' | 'delete', path: string, body?: object) =>
        t.http[method](path)
          .set(admin.bearer)
          .query(method === 'delete' ? (body ?? {}) : {})
          .send(method === 'delete' ? undefined : body)
          .then(({ status, body: answer }) => ({ isDone: status < 300, answer: answer as { id: string } }));
      const { settings } = server;
      const sends: MailSendsDto = { ...settings.sends, ...plan.sends };
      await t.http
        .put('/api/settings/mail')
        .set(admin.bearer)
        .send({ ...settings, sends, reminder_hours: REMINDER_HOURS })
        .expect(200);
      const ids = new Map<Name, string>();
      for (const name of CLIENTS) {
        const email = `${name.replaceAll(' ', '-')}-${round}@example.com`;
        const client = { name: `${name} ${round}`, ...(plan.has_email[name] ? { email } : {}) };
        const { answer } = await send('post', '/api/clients', client);
        ids.set(name, answer.id);
      }
      const [day] = DAYS;
      const booking = {
        client_id: ids.get(plan.client),
        starts_at: new Date(day!).toISOString(),
        resource: 'Emil',
      };
      const bookAll = async () => {
        const rule = { rrule: 'FREQ=WEEKLY;COUNT=3', duration_minutes: 30 };
        if (plan.is_series)
          return t.http
            .post('/api/series')
            .set(admin.bearer)
            .send({ ...booking, ...rule })
            .expect(201);
        const length = {
          duration_minutes: 30,
          ...(plan.by === 'agent' && { external_id: `history-${round}` }),
        };
        return t.http
          .post(APPOINTMENTS)
          .set(plan.by === 'agent' ? AS_AGENT : admin.bearer)
          .send({ ...booking, ...length })
          .expect(201);
      };
      const { body: madeOf } = await bookAll();
      const { series_id, created = [madeOf as AppointmentDto] } = madeOf as {
        series_id: string;
        created?: AppointmentDto[];
      };
      const all = created.map(({ id }) => id);
      const [id] = all as [string];
      const path = `${APPOINTMENTS}/${id}`;
      const own = `${APPOINTMENTS}/external/history-${round}`;
      const series = `/api/series/${series_id}`;
      /** Of the change that is being made. */
      let terms: { notify?: false } = {};
      let former: Name = plan.client;
      let merge: string | null = null;
      const patch = async (body: object) => (await send('patch', path, { ...body, ...terms })).isDone;
      const serverDoes = [...plan.server];
      const run = async (does = serverDoes.shift() ?? 'takes') => {
        const before = server.received.length;
        await t.app.get(ClientMailsService, { strict: false }).notify();
        present = await readAll();
        const { rows } = await t.panel.query<{ id: string; recipient: string; about: string }>(
          `select id, recipient, about from mails where status = 'waiting' order by random()`,
        );
        // One whose appointment has changed waits for the next run.
        for (const mail of rows) {
          if (does === 'waits' && chance(0.5)) continue;
          const code = { takes: 250, waits: 451, refuses: 550 }[does];
          server.recipients = does === 'takes' ? [] : [{ code, words: 'Not now' }];
          const sending = t.app.get(MailSenderService, { strict: false }).send({ id: mail.id });
          await sending.catch(() => undefined);
          const { rows: failed } = await t.panel.query<{ which: string }>(
            `select told.appointment_id as which from mails as mail join told_appointments as told on told.mail_id = mail.id
             where mail.id = $1 and mail.status = 'failed' and mail.last_response like '%550%'`,
            [mail.id],
          );
          const person = mail.recipient.startsWith('ben') ? 'ben' : 'anna';
          if (!mail.about.startsWith('reminder:'))
            for (const { which } of failed) persons.unreached.add(`${person} ${all.indexOf(which)}`);
          server.recipients = [];
        }
        for (const { to, subject = '', text = '', attachments } of server.received.slice(before)) {
          const [address = ''] = [to].flat().map((one) => one!.text);
          const asksAnew = subject.startsWith('Your request for another appointment');
          const isOfMove = asksAnew && !plan.sends.requested;
          const plain = () => texts.find(([, words]) => subject.startsWith(words))![0];
          const kind = asksAnew ? (isOfMove ? 'moved' : 'requested') : plain();
          expect(address).toContain(`-${round}@`);
          const person = address.startsWith('ben') ? 'ben' : 'anna';
          const told = attachments[0] ? timesIn(attachments[0].content.toString()) : remindedOf(text);
          for (const [one, time] of told) {
            // With whom stands behind each time, where that differs, else below.
            const lines = text.split('\n').filter((line) => line.startsWith(DATE.format(time.at)));
            expect(lines).toHaveLength(1);
            const resource =
              RESOURCES.find((name) => `${lines[0]}\n`.includes(`, ${name}\n`)) ??
              RESOURCES.find((name) => text.includes(`\n${name}\n`)) ??
              '';
            const as = asksAnew ? 'pending' : undefined;
            persons.hear(person, kind, { ...time, resource }, as, all.indexOf(one));
          }
        }
      };
      const readAll = async () => {
        const rows = await Promise.all(
          all.map((one) => t.http.get(`${APPOINTMENTS}/${one}`).set(admin.bearer)),
        );
        return rows.map(({ status, body }) => (status === 200 ? (body as AppointmentDto) : null));
      };
      const remindedOf = (text: string) =>
        new Map(
          present.flatMap((row) =>
            row !== null && text.includes(DATE.format(Date.parse(row.starts_at)))
              ? [[row.id, stateIn(row)] as const]
              : [],
          ),
        );
      /** A reminder has no calendar. */
      let present: (AppointmentDto | null)[] = [];
      const acts: Record<Act, () => Promise<unknown>> = {
        confirm: () => patch({ status: 'confirmed' }),
        move: async () => {
          const { body } = await t.http.get(path).set(admin.bearer);
          const { status, starts_at } = body as { status: AppointmentStatus; starts_at: string };
          const elsewhere = DAYS.filter((day) => day !== Date.parse(starts_at));
          if (isLive(status)) await patch({ starts_at: new Date(any(elsewhere)).toISOString() });
        },
        'change length': async () => {
          const { body } = await t.http.get(path).set(admin.bearer);
          const { status, starts_at, ends_at } = body as AppointmentDto;
          const begin = Date.parse(starts_at);
          const other = LENGTHS.find((minutes) => begin + minutes * MINUTE_MS !== Date.parse(ends_at))!;
          if (isLive(status)) await patch({ ends_at: new Date(begin + other * MINUTE_MS).toISOString() });
        },
        'move by agent': async () => {
          const { body } = await t.http.get(path).set(admin.bearer);
          const elsewhere = DAYS.filter((day) => day !== Date.parse((body as AppointmentDto).starts_at));
          const starts_at = new Date(any(elsewhere)).toISOString();
          await t.http.patch(own).set(AS_AGENT).send({ starts_at });
        },
        'move into the past': () => patch({ starts_at: new Date(PAST).toISOString() }),
        cancel: () => patch({ status: 'cancelled' }),
        'cancel by agent': () => t.http.patch(own).set(AS_AGENT).send({ status: 'cancelled' }),
        'take back': () => send('post', `${path}/history/undo`),
        'give away': async () => {
          const { body } = await t.http.get(path).set(admin.bearer);
          const { client_id } = body as AppointmentDto;
          const name = CLIENTS.find((one) => ids.get(one) === client_id)!;
          if (name !== 'ben') former = name;
          await patch({ client_id: ids.get(name === 'ben' ? former : 'ben') });
        },
        'change person': async () => {
          const { body } = await t.http.get(path).set(admin.bearer);
          const { status, resource } = body as AppointmentDto;
          if (isLive(status)) await patch({ resource: RESOURCES.find((name) => name !== resource) });
        },
        'move series': async () => {
          const { body } = await t.http.get(path).set(admin.bearer);
          const starts_at = new Date(
            Date.parse((body as AppointmentDto).starts_at) + 3_600_000,
          ).toISOString();
          if (plan.is_series) await send('patch', series, { starts_at, ...terms });
        },
        'end series': async () => {
          if (plan.is_series) await send('delete', series, { from: all[1], ...terms });
        },
        // With the next run, if its time has come.
        remind: () => run(),
        note: () => patch({ notes: `note ${now}` }),
        delete: () => send('delete', path, terms),
        merge: async () => {
          if (merge !== null) return;
          const other = { client_id: ids.get('annas double') };
          const { answer } = await send('post', `/api/clients/${ids.get('anna')}/merges`, other);
          merge = answer.id;
          if (former === 'annas double') former = 'anna';
        },
        part: async () => {
          if (merge === null) return;
          await send('post', `/api/clients/${ids.get('anna')}/merges/${merge}/undo`);
          merge = null;
        },
        run: () => run(),
        wait: async () => void (now += anyBelow(7) * MINUTE_MS),
      };
      const clock = () => t.clock.set(new Date(now).toISOString());
      for (const act of plan.acts) {
        now += 10_000;
        clock();
        terms = act.endsWith(' untold') ? { notify: false } : {};
        await acts[act.replace(' untold', '') as Act]();
      }
      for (let minutes = 0; minutes < 7; minutes++, now += MINUTE_MS) {
        clock();
        await run('takes');
      }
      const { rows: untold } = await t.panel.query<{ which: string; client_id: string }>(
        'select appointment_id as which, client_id from told_appointments where waived is not null',
      );
      for (const { which, client_id } of untold)
        persons.waived.add(`${client_id === ids.get('ben') ? 'ben' : 'anna'} ${all.indexOf(which)}`);
      if (plan.acts.includes('delete untold')) persons.waived.add('anna 0').add('ben 0');
      const rows = await readAll();
      const faults = persons.faults((person, which) => {
        const row = rows[which] ?? null;
        if (row === null || (row.client_id === ids.get('ben')) !== (person === 'ben')) return null;
        if (Date.parse(row.starts_at) < BEGIN) return null;
        const { status } = row;
        return status === 'pending' || status === 'confirmed' ? { status, ...stateIn(row) } : null;
      }, all.length);
      expect({ faults, ...(faults.length > 0 ? { plan, heard: persons.heard } : {}) }).toEqual({
        faults: [],
      });
    }
  });
});
