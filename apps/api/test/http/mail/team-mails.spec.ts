import { AgentAbsenceService } from '../../../src/conversations/agent-absence/agent-absence.service';
import { WaitingRulesService } from '../../../src/conversations/waiting/waiting-rules.service';
import { JobsService } from '../../../src/jobs/jobs.service';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import { TeamMailsService } from '../../../src/team-mails/team-mails.service';
import { WeeklyReportService } from '../../../src/team-mails/weekly-report.service';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { APPOINTMENTS, AS_AGENT, bookingAt, setAgent } from '../../harness/data/appointments';
import { Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { MailServer } from '../../harness/http/mail-server';
import { emptyTables } from '../../harness/databases/empty-tables';

const NOW = '2026-02-02T08:00:00Z';

describe('the team', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let desk: SignedInUser;
  let chats: Conversations;
  let server: MailServer;
  beforeAll(async () => {
    t = await startServedApp({ environment: { PUBLIC_URL: 'http://127.0.0.1:4999' } });
    admin = await signIn(t);
    desk = await signIn(t, { role: 'desk' });
    chats = new Conversations(t, admin);
    server = await MailServer.start();
    await t.http.put('/api/settings/mail').set(admin.bearer).send(server.settings).expect(200);
  });
  afterAll(async () => {
    await t.close();
    await server.stop();
  });
  beforeEach(async () => {
    t.clock.set(NOW);
    await setAgent(t, {
      name: 'Salon Mia',
      time_zone: 'Europe/Vienna',
      auto_confirm: false,
      agent_hours: 'any',
    });
    await emptyTables(t.panel, 'clients', 'conversations', 'team_notices', 'mails');
    await t.panel.query('update agent_sightings set last_seen_at = null');
    await t.panel.query(`update users set notify_mail = '{}'`);
    server.received.length = 0;
  });

  const wants = (user: SignedInUser, ...mail: string[]) =>
    t.http.put('/api/auth/notifications').set(user.bearer).send({ desktop: [], sound: [], mail }).expect(200);
  /** The subjects that arrive, by who gets them. */
  const told = async (now = NOW) => {
    t.clock.set(now);
    const before = server.received.length;
    await t.app.get(TeamMailsService, { strict: false }).tell();
    const { rows } = await t.panel.query<{ id: string }>(`select id from mails where status = 'waiting'`);
    for (const { id } of rows) await t.app.get(MailSenderService, { strict: false }).send({ id });
    return server.received
      .slice(before)
      .map(({ to, subject, text }) => ({ to: [to].flat()[0]!.text, subject: subject!, text: text! }));
  };
  const asks = (name: string) => chats.begin(newChat(), { needs_human: true, contact: { name } });

  it('is told of nothing at first', async () => {
    await asks('Anna');
    expect(await told()).toEqual([]);
    expect((await t.panel.query('select from team_notices')).rows).toEqual([]);
  });

  it('is told on Mondays how the week went, each who chose it once, whichever processes look', async () => {
    await wants(admin, 'weekly_report');
    const look = async (now: string) => {
      t.clock.set(now);
      const weekly = t.app.get(WeeklyReportService, { strict: false });
      await Promise.all([weekly.tell(), weekly.tell()]);
      return told(now);
    };
    expect(await look('2026-02-01T12:00:00Z')).toEqual([]);
    // Before seven in Vienna.
    expect(await look('2026-02-02T05:59:00Z')).toEqual([]);
    const [mail, ...more] = await look('2026-02-02T06:05:00Z');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: admin.email, subject: expect.stringContaining('How the week went') });
    expect(mail?.text).toContain('Bookings: 0 (0); Booked by the agent while you were closed: 0 (0)');
    expect(mail?.text).toContain('http://127.0.0.1:4999/reports?period=own&from=2026-01-26&to=2026-02-01');
    expect(await look('2026-02-02T11:05:00Z')).toEqual([]);
    expect(await look('2026-02-09T06:05:00Z')).toHaveLength(1);
  });

  it('is told who asks for a person, each only of what that one has chosen', async () => {
    await wants(admin, 'needs_human');
    await wants(desk, 'booking_waits');
    const { conversation_id } = await asks('Anna');
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: admin.email,
      subject: 'Salon Mia: Somebody asks for a person',
      text: expect.stringContaining(`http://127.0.0.1:4999/conversations/${conversation_id}`),
    });
    expect(mail!.text).toContain('Somebody asks for a person: Anna');
    expect(await told('2026-02-02T08:01:00Z')).toEqual([]);
  });

  it('gets one mail for several, and none for whom somebody looks after already', async () => {
    await wants(desk, 'needs_human');
    await asks('Anna');
    const ben = await asks('Ben');
    await asks('Cleo');
    await chats.post(ben.conversation_id, 'takeover').expect(200);
    expect(await told()).toMatchObject([{ to: desk.email, text: expect.stringContaining('Anna; Cleo') }]);
  });

  it('is told who waits for too long: first the person who has the conversation, then everybody', async () => {
    await wants(admin, 'client_waits');
    await wants(desk, 'client_waits');
    const limits = { remind_assigned_minutes: 5, remind_team_minutes: 10, hand_back_minutes: null };
    const more = { assign: 'none', away_after_minutes: null };
    const settings = { ...limits, ...more, close_after_days: null, outside_hours: null };
    await t.http.put('/api/settings/conversations').set(admin.bearer).send(settings).expect(200);
    const { conversation_id } = await asks('Anna');
    await chats.assign(conversation_id, desk.id).expect(200);
    const rules = t.app.get(WaitingRulesService, { strict: false });
    const toldAt = async (time: string) => {
      t.clock.set(time);
      await rules.run({}, new AbortController().signal);
      return told(time);
    };
    expect(await toldAt('2026-02-02T08:05:00Z')).toMatchObject([
      { to: desk.email, subject: 'Salon Mia: A client waits for an answer' },
    ]);
    const mails = await toldAt('2026-02-02T08:10:00Z');
    expect(mails.map(({ to }) => to).sort()).toEqual([admin.email, desk.email].sort());
    t.clock.set(NOW);
    const off = { ...settings, remind_assigned_minutes: null, remind_team_minutes: null };
    await t.http.put('/api/settings/conversations').set(admin.bearer).send(off).expect(200);
  });

  it('is told who was named in a note, that person alone', async () => {
    await wants(admin, 'mentioned');
    await wants(desk, 'mentioned');
    await t.panel.query(`update users set name = 'Otto' where id = $1`, [desk.id]);
    const { conversation_id } = await chats.begin(newChat(), { contact: { name: 'Anna' } });
    const note = (text: string) =>
      t.http.post(`/api/conversations/${conversation_id}/notes`).set(admin.bearer).send({ text }).expect(201);
    await note('Nobody');
    await note('@Otto, the technician, please');
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: desk.email, subject: 'Salon Mia: A colleague names you in a note' });
    expect(mail!.text).toContain(`http://127.0.0.1:4999/conversations/${conversation_id}`);
    expect(mail!.text).not.toContain('technician');
  });

  it('is told which booking waits for a confirmation, and not of one that is confirmed', async () => {
    await wants(admin, 'booking_waits');
    await wants(desk, 'booking_waits');
    const book = (starts_at: string) =>
      t.http.post(APPOINTMENTS).set(AS_AGENT).send(bookingAt(starts_at)).expect(201);
    await book('2026-02-10T09:00:00Z');
    const { body } = await book('2026-02-10T11:00:00Z');
    await t.http
      .patch(`${APPOINTMENTS}/${body.id}`)
      .set(admin.bearer)
      .send({ status: 'confirmed' })
      .expect(200);
    const mails = await told();
    expect(mails.map(({ to }) => to).sort()).toEqual([admin.email, desk.email].sort());
    for (const { subject, text } of mails) {
      expect(subject).toBe('Salon Mia: A booking waits for a confirmation');
      expect(text).toMatch(/^A booking waits for a confirmation: Ada, [^;]*$/m);
    }
  });

  it('is told once an hour that the agent is silent while a client waits', async () => {
    await wants(desk, 'agent_silent', 'needs_human');
    const absence = t.app.get(AgentAbsenceService, { strict: false });
    const silent = async (name: string, at: string, later: string) => {
      t.clock.set(at);
      await chats.ping({ chat_id: newChat(), message: says('user', 'Hello?'), contact: { name } });
      t.clock.set(later);
      await absence.look();
      return told(later);
    };
    expect(await silent('Anna', NOW, '2026-02-02T08:16:00Z')).toMatchObject([
      { text: expect.stringContaining('The chat agent is silent, and a client waits: Anna\n') },
    ]);
    expect(await silent('Ben', '2026-02-02T08:20:00Z', '2026-02-02T08:36:00Z')).toEqual([]);
    const asksMeanwhile = await asks('Dora');
    expect(await told('2026-02-02T08:40:00Z')).toMatchObject([
      { text: expect.stringContaining('person: Dora') },
    ]);
    await chats.post(asksMeanwhile.conversation_id, 'takeover').expect(200);
    expect(await silent('Cleo', '2026-02-02T09:20:00Z', '2026-02-02T09:36:00Z')).toMatchObject([
      { text: expect.stringContaining('a client waits: Ben; Cleo\n') },
    ]);
    expect(await told('2026-02-02T10:40:00Z')).toEqual([]);
  });

  it('is told who asks for a person where the agent was silent before', async () => {
    await wants(desk, 'needs_human');
    const [anna, ben] = [newChat(), newChat()];
    for (const [chat_id, name] of [
      [anna, 'Anna'],
      [ben, 'Ben'],
    ] as const)
      await chats.ping({ chat_id, message: says('user', 'Hello?'), contact: { name } });
    t.clock.set('2026-02-02T08:16:00Z');
    await t.app.get(AgentAbsenceService, { strict: false }).look();
    expect(await told('2026-02-02T08:16:00Z')).toEqual([]);
    await chats.ping({ chat_id: ben, needs_human: true });
    expect(await told('2026-02-02T08:17:00Z')).toMatchObject([
      { text: expect.stringContaining('person: Ben\n') },
    ]);
  });

  it('is told that something fails in the background: admins alone, and once a day', async () => {
    await wants(admin, 'something_fails');
    await wants(desk, 'something_fails');
    expect(await told()).toEqual([]);
    await t.panel.query(
      `insert into busy_calendars (id, name, url, last_error) values (gen_random_uuid(), 'Anna', 'x', 'No calendar.')`,
    );
    expect(await told()).toMatchObject([
      {
        to: admin.email,
        subject: 'Salon Mia: Mails, reminders, busy calendars or webhooks fail',
        text: expect.stringContaining('No calendar.'),
      },
    ]);
    expect(await told('2026-02-02T20:00:00Z')).toEqual([]);
    await t.panel.query('delete from busy_calendars');
  });

  it('is told of a backup that failed: admins alone, and once', async () => {
    await wants(admin, 'backup_failed');
    await wants(desk, 'backup_failed');
    const fault = { words: 'No space left on the device', at: new Date(NOW) };
    const jobs = t.app.get(JobsService);
    const faults = jest.spyOn(jobs, 'listFaults').mockResolvedValue([fault]);
    expect(await told()).toMatchObject([
      {
        to: admin.email,
        subject: 'Salon Mia: A backup failed',
        text: expect.stringContaining('No space left on the device'),
      },
    ]);
    const log = await t.http.get('/api/mail').set(desk.bearer).expect(200);
    expect(log.text).not.toContain('No space left');
    expect(await told('2026-02-02T08:01:00Z')).toEqual([]);
    faults.mockRestore();
  });

  it('is not told by who has left, nor by a name with a line break', async () => {
    await wants(admin, 'needs_human');
    await wants(desk, 'needs_human');
    await t.panel.query('update users set is_active = false where id = $1', [desk.id]);
    await asks('Anna\r\nBcc: all@example.com');
    const mails = await told();
    expect(mails.map(({ to }) => to)).toEqual([admin.email]);
    expect(server.received[0]!.bcc).toBeUndefined();
    await t.panel.query('update users set is_active = true where id = $1', [desk.id]);
  });
});
