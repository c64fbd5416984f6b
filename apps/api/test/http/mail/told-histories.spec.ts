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
import { nextMails, type NextMail } from '../../../src/client-mails/told/next-mails';
import type { Told } from '../../../src/appointments/told/told-appointment.entity';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { APPOINTMENTS, AS_AGENT, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { anyBelow, rounds } from '../../harness/data/rounds';
import { MailServer } from '../../harness/http/mail-server';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BEGIN = Date.parse('2026-02-02T08:00:00Z');
/** Far enough from the begin for all that a history lets pass. */
const DAYS = [9, 10, 11].map((day) => BEGIN + day * DAY_MS);

const PAST = BEGIN - DAY_MS;

/** How many minutes it takes, of the booking first. */
const LENGTHS = [30, 20] as const;

/** Two clients: the first one is there twice, and the two may be merged. */
const CLIENTS = ['anna', 'annas double', 'ben'] as const;
type Name = (typeof CLIENTS)[number];
type Person = 'anna' | 'ben';
const personOf = (name: Name): Person => (name === 'ben' ? 'ben' : 'anna');
const otherThan = (name: Name): Name => (name === 'ben' ? 'anna' : 'ben');

/** What happens to the appointment. Each may be impossible, and then does not happen. */
const ACTS = [
  ...(['confirm', 'move', 'move by agent', 'move into the past', 'cancel', 'cancel by agent'] as const),
  ...(['take back', 'take back', 'give away'] as const),
  ...(['note', 'merge', 'part', 'wait', 'change length'] as const),
] as const;
type Act = (typeof ACTS)[number] | 'run' | 'delete';

interface Plan {
  by: 'agent' | 'desk';
  sends: Record<Exclude<ClientMailKind, 'restored' | 'reminder'>, boolean>;
  has_email: Record<Name, boolean>;
  acts: Act[];
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
  return {
    by: any(['agent', 'desk']),
    sends: {
      requested: flag(),
      booked: flag(),
      confirmed: flag(),
      declined: flag(),
      moved: flag(),
      cancelled: flag(),
    },
    has_email: { anna: flag(), 'annas double': flag(), ben: flag() },
    acts: [
      ...Array.from({ length: 1 + anyBelow(length) }, () => (chance(0.4) ? 'run' : any(ACTS))),
      ...(chance(0.2) ? (['delete'] as const) : []),
    ],
    server: Array.from({ length: length + 1 }, () => (isReliable ? 'takes' : any(SERVER))),
  };
}

/** How an appointment stands for a person: no more than that it does not take place, or its state, when it is and how long. */
interface State {
  status: 'pending' | 'confirmed';
  at: number;
  minutes: number;
}
type Belief = State | null;
type Time = Pick<State, 'at' | 'minutes'>;

function isSameTime(one: Time | null | undefined, other: Time | null | undefined): boolean {
  return one?.at === other?.at && one?.minutes === other?.minutes;
}

const SAYS: Record<Exclude<ClientMailKind, 'reminder'>, State['status'] | null> = {
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
  /** Whose last mail was refused: they believe what was before. */
  readonly unreached = new Set<Person>();
  /** Whether an end has waited for who has the appointment no more: where they get it again, they hear of it as booked. */
  hasEndWaited = false;
  readonly beliefs = new Map<Person, Belief>();
  readonly heard: string[] = [];
  private readonly amiss: string[] = [];

  constructor(private readonly plan: Plan) {}

  hear(person: Person, kind: ClientMailKind, time: Time, as?: State['status']): void {
    const { at } = time;
    const { sends } = this.plan;
    const status = as ?? SAYS[kind as keyof typeof SAYS];
    const was = this.beliefs.get(person);
    this.heard.push(`${person}: ${kind}`);
    this.unreached.delete(person);
    if (kind === 'reminder' || !sends[kind === 'restored' ? 'cancelled' : kind])
      this.amiss.push(`${kind} is off`);
    // Where everything is mailed at once, each mail says something new, and an end the time that the person knows.
    const isWhole = isAllMailed(this.plan) && !this.hasEndWaited;
    const isNew =
      status === null ? was !== null && was?.at === at : was?.status !== status || !isSameTime(was, time);
    const isOfAgent = this.plan.by === 'agent' && was === undefined && status === null;
    if (isWhole && !isNew && !isOfAgent)
      this.amiss.push(`${person} knows: ${kind} ${new Date(at).toISOString()}`);
    this.beliefs.set(person, status === null ? null : { status, ...time });
  }

  /** Mails that should not be; and what a person believes and is not so, though a mail that would have said it is on. */
  faults(truthOf: (person: Person) => Belief): string[] {
    return [...this.amiss, ...this.misbeliefs(truthOf)];
  }

  private misbeliefs(truthOf: (person: Person) => Belief): string[] {
    const { sends, has_email } = this.plan;
    return (['anna', 'ben'] as const).flatMap((person) => {
      const [belief, truth] = [this.beliefs.get(person), truthOf(person)];
      const names = CLIENTS.filter((name) => personOf(name) === person);
      const isReachable = names.every((name) => has_email[name]);
      const isMove =
        (belief ?? null) !== null && truth?.status === 'pending' && !isSameTime(belief, truth) && sends.moved;
      const isOff = !isMove && kindsBetween(belief, truth).some((kind) => !sends[kind]);
      const isRight = belief?.status === truth?.status && isSameTime(belief, truth);
      const isExcused = isOff || this.unreached.has(person) || (truth !== null && !isReachable);
      return isRight || isExcused ? [] : [`${person} believes ${said(belief)}, it is ${said(truth)}`];
    });
  }
}

function isAllMailed({ sends, has_email }: Plan): boolean {
  return [...Object.values(sends), ...Object.values(has_email)].every(Boolean);
}

/** The mails by which somebody who believes the one learns of the other, as far as a history may need them. */
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
  return `${belief.status} ${new Date(belief.at).toISOString()} for ${belief.minutes} minutes`;
}

/** The job in memory: the rule, and no database. */
function tellInMemory(plan: Plan): { persons: Persons; truthOf: (person: Person) => Belief } {
  const persons = new Persons(plan);
  let now = BEGIN;
  let row: { told: Told | null; changed_at: number | null } = { told: null, changed_at: now };
  let merged: 'undone' | 'merged' | null = null;
  let movedWithMerge = false;
  let is_deleted = false;
  const one = {
    client: 'anna' as Name,
    status: (plan.by === 'agent' ? 'pending' : 'confirmed') as AppointmentStatus,
    was: (plan.by === 'agent' ? 'pending' : 'confirmed') as AppointmentStatus,
    before: null as AppointmentStatus | null,
    at: DAYS[0]!,
    minutes: LENGTHS[0] as number,
    is_of_agent: plan.by === 'agent',
    is_ended_by_team: false,
  };
  const emailOf = (name: Name) => (plan.has_email[name] ? name : null);
  const isSent = (kind: ClientMailKind) =>
    kind !== 'reminder' && plan.sends[kind === 'restored' ? 'cancelled' : kind];
  const becomes = (status: AppointmentStatus, byTeam = true) => {
    one.before = one.status;
    one.status = status;
    one.is_ended_by_team = byTeam;
  };
  const server = [...plan.server];
  /** The mail that has not left, and what is told by it. */
  let pending: { mail: NextMail; told: Told } | null = null as { mail: NextMail; told: Told } | null;
  const run = (does = server.shift() ?? 'takes') => {
    if (row.changed_at !== null) compare(row.changed_at);
    if (pending === null || does === 'waits') return;
    const { mail, told } = pending;
    if (does === 'takes') {
      persons.hear(
        personOf(mail.to as Name),
        mail.kind,
        timeOf(told),
        told.status === 'pending' ? 'pending' : undefined,
      );
      row.told = told;
    } else persons.unreached.add(personOf(mail.to as Name));
    pending = null;
  };
  const compare = (changed_at: number) => {
    const { client: client_id, status, at, minutes, before, was, is_of_agent, is_ended_by_team } = one;
    const time = { starts_at: new Date(at), ends_at: new Date(at + minutes * MINUTE_MS) };
    const standing = {
      ...{ client_id, status, ...time, resource: 'main', tells_resource: false },
      ...{ is_of_agent, is_ended_by_team, was: status === 'cancelled' ? before : was },
    };
    const next = nextMails(row.told, is_deleted ? null : standing, {
      now: new Date(now),
      changed_at: new Date(changed_at),
      isSent,
      begins: () => false,
      former_email: row.told === null ? null : emailOf(row.told.client_id as Name),
      email: emailOf(client_id),
    });
    const { farewell, mail, told } = next;
    // The mail to who has it no more is not what these histories let wait.
    if (farewell !== null) persons.hear(personOf(farewell.to as Name), farewell.kind, timeOf(row.told!));
    const known = farewell === null ? row.told : null;
    pending = mail === null ? null : { mail, told: told! };
    row = { told: mail === null ? told : known, changed_at: next.is_open ? changed_at : null };
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
      one.client = merged === 'merged' && one.client === 'ben' ? 'anna' : otherThan(one.client);
      one.is_of_agent = false;
      one.before = null;
      movedWithMerge = false;
      return true;
    },
    note: () => ((one.before = null), true),
    delete: () => (is_deleted = true),
    merge: () => {
      if (merged === 'merged') return false;
      merged = 'merged';
      movedWithMerge = one.client === 'annas double';
      for (const told of [row.told, pending?.told])
        if (told?.client_id === 'annas double') told.client_id = 'anna';
      if (movedWithMerge) one.client = 'anna';
      return movedWithMerge && ((one.before = null), true);
    },
    part: () => {
      if (merged !== 'merged') return false;
      merged = 'undone';
      if (!movedWithMerge) return false;
      for (const told of [row.told, pending?.told])
        if (told?.client_id === 'anna') told.client_id = 'annas double';
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
    if (acts[act]()) row.changed_at = now;
  }
  for (let minutes = 0; minutes < 7; minutes++, now += MINUTE_MS) run('takes');
  expect(row.changed_at).toBeNull();
  const truthOf = (person: Person): Belief => {
    const { client, status, at, minutes } = one;
    const isTheirs = !is_deleted && personOf(client) === person && at !== PAST;
    return isTheirs && (status === 'pending' || status === 'confirmed') ? { status, at, minutes } : null;
  };
  return { persons, truthOf };
}

/** When what was told is. */
function timeOf({ starts_at, ends_at }: Pick<Told, 'starts_at' | 'ends_at'>): Time {
  const at = starts_at.getTime();
  return { at, minutes: (ends_at!.getTime() - at) / MINUTE_MS };
}

/** When the event of a calendar begins and ends. */
function spanIn(calendar: string): { starts_at: Date; ends_at: Date } {
  const event = new ICAL.Event(ICAL.Component.fromString(calendar).getFirstSubcomponent('vevent')!);
  return { starts_at: event.startDate.toJSDate(), ends_at: event.endDate.toJSDate() };
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
      await setAgent(t, { time_zone: 'UTC', language: 'en', auto_confirm: false, agent_hours: 'any' });
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

    /** The same history by HTTP. */
    async function live(plan: Plan): Promise<void> {
      let now = BEGIN;
      t.clock.set(new Date(now).toISOString());
      const round = ++made;
      const persons = new Persons(plan);
      const send = (method: 'post' | 'patch' | 'delete', path: string, body?: object) =>
        t.http[method](path)
          .set(admin.bearer)
          .send(body)
          .then(({ status, body: answer }) => ({ isDone: status < 300, answer: answer as { id: string } }));
      const { settings } = server;
      const sends: Partial<MailSendsDto> = { ...settings.sends, ...plan.sends };
      await t.http
        .put('/api/settings/mail')
        .set(admin.bearer)
        .send({ ...settings, sends })
        .expect(200);
      const ids = new Map<Name, string>();
      for (const name of CLIENTS) {
        const email = `${name.replaceAll(' ', '-')}-${round}@example.com`;
        const client = { name: `${name} ${round}`, ...(plan.has_email[name] ? { email } : {}) };
        const { answer } = await send('post', '/api/clients', client);
        ids.set(name, answer.id);
      }
      // Each history has times of its own: earlier ones hold theirs.
      const later = Math.floor(round / 40) * DAY_MS * 4 + (round % 40) * 30 * MINUTE_MS;
      const days = DAYS.map((day) => day + later);
      const booking = {
        client_id: ids.get('anna'),
        starts_at: new Date(days[0]!).toISOString(),
        duration_minutes: 30,
      };
      const booked = await t.http
        .post(APPOINTMENTS)
        .set(plan.by === 'agent' ? AS_AGENT : admin.bearer)
        .send(plan.by === 'agent' ? { ...booking, external_id: `history-${round}` } : booking)
        .expect(201);
      const { id } = booked.body as { id: string };
      const path = `${APPOINTMENTS}/${id}`;
      const own = `${APPOINTMENTS}/external/history-${round}`;
      let client: Name = 'anna';
      let merge: string | null = null;
      const patch = async (body: object) => (await send('patch', path, body)).isDone;
      const serverDoes = [...plan.server];
      const run = async (does = serverDoes.shift() ?? 'takes') => {
        const before = server.received.length;
        await t.app.get(ClientMailsService, { strict: false }).notify();
        const { rows } = await t.panel.query<{ id: string; recipient: string; about: string }>(
          `select id, recipient, about from mails where status = 'waiting' order by random()`,
        );
        // One whose appointment has changed waits for the next run.
        for (const mail of rows) {
          const isEnd = mail.about.startsWith('ended:');
          persons.hasEndWaited ||= isEnd && does !== 'takes';
          if (does === 'waits' && chance(0.5)) continue;
          const code = { takes: 250, waits: 451, refuses: 550 }[does];
          server.recipients = does === 'takes' ? [] : [{ code, words: 'Not now' }];
          const sending = t.app.get(MailSenderService, { strict: false }).send({ id: mail.id });
          await sending.catch(() => undefined);
          const { rows: failed } = await t.panel.query(
            `select from mails where id = $1 and status = 'failed' and last_response like '%550%'`,
            [mail.id],
          );
          if (failed.length > 0) persons.unreached.add(mail.recipient.startsWith('ben') ? 'ben' : 'anna');
          server.recipients = [];
        }
        for (const { to, subject = '', text = '', attachments } of server.received.slice(before)) {
          const [address = ''] = [to].flat().map((one) => one!.text);
          const asksAnew = subject.startsWith('Your request for another appointment');
          const isOfMove = asksAnew && !plan.sends.requested;
          const plain = () => texts.find(([, words]) => subject.startsWith(words))![0];
          const kind = asksAnew ? (isOfMove ? 'moved' : 'requested') : plain();
          const at = days.find((day) => text.includes(DATE.format(day)))!;
          const { minutes } = timeOf(spanIn(attachments[0]!.content.toString()));
          expect(address).toContain(`-${round}@`);
          persons.hear(
            address.startsWith('ben') ? 'ben' : 'anna',
            kind,
            { at, minutes },
            asksAnew ? 'pending' : undefined,
          );
        }
      };
      const acts: Record<Act, () => Promise<unknown>> = {
        confirm: () => patch({ status: 'confirmed' }),
        move: async () => {
          const { body } = await t.http.get(path).set(admin.bearer);
          const { status, starts_at } = body as { status: AppointmentStatus; starts_at: string };
          const elsewhere = days.filter((day) => day !== Date.parse(starts_at));
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
          const elsewhere = days.filter((day) => day !== Date.parse((body as AppointmentDto).starts_at));
          const starts_at = new Date(any(elsewhere)).toISOString();
          await t.http.patch(own).set(AS_AGENT).send({ starts_at });
        },
        'move into the past': () => patch({ starts_at: new Date(PAST - later).toISOString() }),
        cancel: () => patch({ status: 'cancelled' }),
        'cancel by agent': () => t.http.patch(own).set(AS_AGENT).send({ status: 'cancelled' }),
        'take back': () => send('post', `${path}/history/undo`),
        'give away': async () => {
          const to = otherThan(client);
          if (await patch({ client_id: ids.get(to) })) client = to;
        },
        note: () => patch({ notes: `note ${now}` }),
        delete: () => send('delete', path),
        merge: async () => {
          if (merge !== null) return;
          const other = { client_id: ids.get('annas double') };
          const { answer } = await send('post', `/api/clients/${ids.get('anna')}/merges`, other);
          merge = answer.id;
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
        await acts[act]();
      }
      for (let minutes = 0; minutes < 7; minutes++, now += MINUTE_MS) {
        clock();
        await run('takes');
      }
      const { status: found, body } = await t.http.get(path).set(admin.bearer);
      const row = body as AppointmentDto;
      const faults = persons.faults((person) => {
        const isBens = found === 200 && row.client_id === ids.get('ben');
        if (found !== 200 || isBens !== (person === 'ben')) return null;
        if (Date.parse(row.starts_at) < BEGIN) return null;
        const { status } = row;
        return status === 'pending' || status === 'confirmed'
          ? { status, ...timeOf({ starts_at: new Date(row.starts_at), ends_at: new Date(row.ends_at) }) }
          : null;
      });
      expect({ faults, ...(faults.length > 0 ? { plan, heard: persons.heard } : {}) }).toEqual({
        faults: [],
      });
    }
  });
});
