import type { AppointmentDto, BookingPageDto, ClientDto, PageDto } from '@groupless/shared-dto';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { AS_AGENT, APPOINTMENTS, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { atOnce } from '../../harness/data/times';
import { emptyTables } from '../../harness/databases/empty-tables';
import { countRows } from '../../harness/databases/rows';
import { BookingVisitor, type ReadPage } from '../../harness/http/booking-visitor';

/** A Monday. */
const NOW = '2027-03-01T06:00:00Z';
const AT = '2027-03-02T09:00:00.000Z';
const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' }));
const PERSON = { name: 'Jana Nováková', phone: '+49 170 5550099', email: 'jana@example.com', note: '' };

const GONE = 'This is not offered any more. Nothing else is lost: choose again and send it.';

describe('the booking page', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let visitor: BookingVisitor;
  beforeAll(async () => {
    t = await sharedApp({ PUBLIC_URL: 'http://127.0.0.1', ALLOWED_HOSTS: '127.0.0.1' });
    t.clock.set(NOW);
    admin = await signIn(t, { role: 'admin' });
    visitor = new BookingVisitor(t);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await emptyTables(t.panel, 'clients', 'rate_limits');
    await setAgent(t, {
      ...{ time_zone: 'Europe/Berlin', working_hours: WEEK, slot_minutes: 30, resources: ['Anna', 'Ben'] },
      ...{ phone_region: 'DE', enabled: false, auto_confirm: true, business_name: 'Salon Emil' },
      services: [
        { name: 'Cut', duration_minutes: 30, price: '€ 30' },
        { name: 'Colour', duration_minutes: 60 },
      ],
      schedules: [{ resource: 'Ben', working_hours: null, services: ['Cut'], exceptions: [], colour: null }],
    });
    await setPage({});
  });

  async function setPage(change: Partial<BookingPageDto>) {
    const { body } = await t.http.get('/api/settings/booking-page').set(admin.bearer).expect(200);
    const first = { enabled: true, slug: '', confirm: false, open_per_visitor: 3, questions: [] };
    const fixed = {
      title: '',
      text: '',
      privacy_url: null,
      privacy_version: '',
      frame_hosts: [],
      service_ids: [],
      services: [],
    };
    const ids = { resource_ids: [], resources: [], choose_resource: true, notice_minutes: 0 };
    const page = { ...(body as BookingPageDto), ...first, ...fixed, ...ids, horizon_days: 60, ...change };
    await t.http.put('/api/settings/booking-page').set(admin.bearer).send(page).expect(200);
  }
  const idOf = async (kind: 'services' | 'resources', name: string) => {
    const { body } = await t.http.get(`/api/${kind}`).set(admin.bearer).expect(200);
    return (body as { id: string; name: string }[]).find((one) => one.name === name)!.id;
  };
  const list = async () =>
    ((await t.http.get(APPOINTMENTS).set(admin.bearer).expect(200)).body as PageDto<AppointmentDto>).items;
  const details = async (at = AT, more = '') =>
    visitor.get(`/book?service=${await idOf('services', 'Cut')}&who=any&at=${at}${more}`);
  const send = async (page: ReadPage, fields: Record<string, string | string[]> = {}) =>
    visitor.send(page.action(), { ...page.fields(), ...PERSON, ...fields });
  const refused = async (page: ReadPage, fields: Record<string, string | string[]>) => {
    const again = await send(page, fields);
    expect([again.status, again.fields()]).toEqual([400, expect.objectContaining({ ...PERSON, at: AT })]);
    return again.said('.tell')[0];
  };

  it('is not there while it is off, nor under another name', async () => {
    await setPage({ enabled: false });
    for (const path of ['/book', '/book/salon', '/book/m/x']) {
      const off = await visitor.get(path);
      expect([off.status, off.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(off.text).not.toContain('Salon Emil');
    }
    expect((await visitor.send('/book', {})).status).toBe(404);
    await setPage({ slug: 'salon' });
    expect((await visitor.get('/book/salon')).status).toBe(200);
    expect((await visitor.get('/book')).status).toBe(200);
    expect((await visitor.get('/book/other')).status).toBe(404);
    expect((await visitor.get('/book/salon/more')).headers['content-type']).toContain('problem+json');
  });

  it('goes from the service to the link of the booking, each step by its address', async () => {
    const services = await visitor.get('/book');
    expect(services.status).toBe(200);
    expect(services.headers['set-cookie']).toBeUndefined();
    expect(Buffer.byteLength(services.text)).toBeLessThan(20_000);
    expect(services.said('.row')).toEqual(['Cut € 3030 min', 'Colour 60 min']);
    const who = await visitor.get(`/book?service=${await idOf('services', 'Cut')}`);
    expect(who.said('.row')).toEqual(['AnyoneWhoever is free', 'Anna', 'Ben']);
    const times = await visitor.get(who.links('Anyone')[0]!);
    expect(times.said('.day')).toHaveLength(10);
    const day = await visitor.get(times.links('Mar')[1]!);
    expect(day.said('.time')[0]).toBe('9:00 AM');
    const form = await visitor.get(day.links('10:00 AM')[0]!);
    expect(form.said('.note')).toEqual(['All times are those of Europe/Berlin.']);
    const done = await send(form, { note: 'Short, please' });
    expect(done.status).toBe(303);
    const link = await visitor.get(done.headers['location']!);
    expect(link.status).toBe(200);
    expect(link.said('.tell')).toEqual(['Your request has arrived. We will confirm it.']);
    expect(link.text).toContain('Tuesday, March 2, 2027');
    expect(await list()).toMatchObject([
      {
        ...{ status: 'pending', source: 'web', starts_at: AT, service: 'Cut', notes: 'Short, please' },
        given: { name: PERSON.name, phone: '+491705550099', email: PERSON.email },
      },
    ]);
    const [client] = ((await t.http.get('/api/clients').set(admin.bearer)).body as PageDto<ClientDto>).items;
    expect(client).toMatchObject({ name: PERSON.name, source: 'web' });
  });

  it('shows only who does all that is wanted, and does not ask where there is nothing to choose', async () => {
    const [cut, colour] = [await idOf('services', 'Cut'), await idOf('services', 'Colour')];
    const both = await visitor.get(`/book?service=${cut}&service=${colour}`);
    expect(both.said('.days')).toHaveLength(1);
    await setPage({ choose_resource: false });
    expect((await visitor.get(`/book?service=${cut}`)).said('.days')).toHaveLength(1);
    await setPage({ service_ids: [colour], resource_ids: [await idOf('resources', 'Ben')] });
    expect((await visitor.get('/book')).said('.tell')).toEqual([
      'Nobody does all of these in one visit. Choose fewer, please.',
    ]);
    expect((await visitor.get(`/book?service=${cut}`)).said('.row')).toHaveLength(1);
  });

  it('books nobody whom the page does not offer, whatever a form says', async () => {
    const [ben, anna] = [await idOf('resources', 'Ben'), await idOf('resources', 'Anna')];
    const [cut, colour] = [await idOf('services', 'Cut'), await idOf('services', 'Colour')];
    await setPage({ resource_ids: [ben], notice_minutes: 60, horizon_days: 7 });
    const form = await details();
    expect(await refused(form, { who: anna })).toBe(GONE);
    const undone = 'Nobody does all of these in one visit. Choose fewer, please.';
    expect(await refused(form, { who: 'any', service: colour })).toBe(undone);
    await send(await details('2027-03-20T09:00:00.000Z'));
    await send(await details('2027-03-01T06:30:00.000Z'));
    await send(await details('2027-03-02T09:10:00.000Z'));
    await send(await details('2027-03-02T03:00:00.000Z'));
    await setPage({ choose_resource: false });
    expect(await refused(form, { who: anna })).toBe(GONE);
    await setPage({ service_ids: [colour] });
    expect(await refused(form, { service: cut })).toBe(GONE);
    await setPage({});
    await t.http.delete(`/api/services/${colour}`).set(admin.bearer);
    expect(await refused(form, { service: [cut, colour] })).toBe(GONE);
    expect(await list()).toEqual([]);
  });

  it('asks a form anew for the service and the person that it has not, and loses nothing of it', async () => {
    const [cut, anna] = [await idOf('services', 'Cut'), await idOf('resources', 'Anna')];
    const { service: _, ...hidden } = (await details()).fields();
    const form = { ...hidden, ...PERSON, note: 'Short' };
    for (const service of [[], ['x'], ['0193b0a4-7b1c-7000-8000-000000000000']]) {
      const again = await visitor.send('/book', { ...form, service });
      expect([again.status, again.said('.row')]).toEqual([400, ['Cut € 3030 min', 'Colour 60 min']]);
      expect(again.fields()).toMatchObject({ ...PERSON, note: 'Short', at: AT, who: 'any' });
      expect(again.fields()).not.toHaveProperty('service');
    }
    await setPage({ resource_ids: [anna, await idOf('resources', 'Ben')] });
    const gone = { who: '0193b0a4-7b1c-7000-8000-000000000000' };
    const again = await visitor.send('/book', { ...form, service: cut, ...gone });
    expect([again.status, again.said('.tell'), again.said('.row')]).toEqual([
      400,
      [GONE],
      ['Anyone', 'Anna', 'Ben'],
    ]);
    expect(await list()).toEqual([]);
    const done = await visitor.send(again.action(), { ...again.fields(), who: anna });
    expect(done.status).toBe(303);
    expect(await list()).toMatchObject([{ service: 'Cut', resource: 'Anna', notes: 'Short' }]);
  });

  it('confirms at once where the settings say so', async () => {
    await setPage({ confirm: true });
    const done = await send(await details());
    expect((await visitor.get(done.headers['location']!)).said('.tell')).toEqual(['Booked. See you then!']);
    expect(await list()).toMatchObject([{ status: 'confirmed' }]);
  });

  it('books once, however often a form is sent', async () => {
    const form = await details();
    const answers = await atOnce(4, () => send(form));
    // A machine that has too much to do says so.
    const done = answers.filter(({ status }) => status !== 503);
    expect(new Set(done.map(({ headers }) => headers['location'])).size).toBe(1);
    expect(await list()).toHaveLength(1);
    const other = await send(form, { at: '2027-03-03T09:00:00.000Z' });
    expect([other.status, other.said('.tell')[0]]).toEqual([
      409,
      'This form has booked already. Look at your messages, or begin anew.',
    ]);
    expect(await list()).toHaveLength(1);
  });

  it('gives one time to one of twenty visitors, offers the others free ones, and loses nothing they typed', async () => {
    const anna = await idOf('resources', 'Anna');
    const forms = await atOnce(20, () => details());
    const answers = await atOnce(20, (index) =>
      send(forms[index]!, {
        who: anna,
        name: `Visitor ${'abcdefghijklmnopqrst'[index]!}`,
        phone: `+4917055501${10 + index}`,
      }),
    );
    const taken = answers.filter(({ status }) => status === 409);
    // A machine that has too much to do says so, and keeps what was typed, too.
    const refused = answers.filter(({ status }) => status === 409 || status === 503);
    expect([refused.length, await countRows(t.panel, 'appointments')]).toEqual([19, 1]);
    for (const one of refused) expect(one.fields()['name']).toMatch(/^Visitor [a-t]$/);
    const [other] = taken;
    const [button] = other!.all('button[name=at]');
    const at = button!.getAttribute('value')!;
    // As a browser sends the button after the hidden field.
    const again = await visitor.send(other!.action(), { ...other!.fields(), at: [AT, at] });
    expect(again.status).toBe(303);
    expect((await list()).map(({ starts_at }) => starts_at).sort()).toEqual([AT, at].sort());
  });

  it.each([
    ['name', { name: ' . ' }],
    ['phone', { phone: '' }],
    ['phone', { phone: 'call me' }],
    ['email', { email: 'jana' }],
    ['note', { note: 'x'.repeat(2_001) }],
    ['q0', { q0: ' ' }],
  ])('says what is wrong with a field, and keeps the others: %s', async (field, fields) => {
    await setPage({ questions: [{ label: 'First visit?', required: true }] });
    const refused = await send(await details(), { q0: 'Yes', ...fields });
    expect(refused.status).toBe(400);
    expect(refused.all(`#${field}-fault`)).toHaveLength(1);
    expect(refused.fields()).toMatchObject({ ...PERSON, q0: 'Yes', ...fields });
    expect(await list()).toEqual([]);
  });

  it('books only who agrees to the privacy policy as it is now, and keeps which one and when', async () => {
    const privacy_url = 'https://example.com/privacy';
    await setPage({ privacy_url, privacy_version: '2027-01' });
    const form = await details();
    expect(form.all('.agree a').map((link) => link.getAttribute('href'))).toEqual([privacy_url]);
    const [box] = form.all('[name=agreed]');
    const agreed = box!.getAttribute('value')!;
    expect([agreed, box!.getAttribute('checked') !== null]).toEqual([`${privacy_url} (2027-01)`, false]);
    const { agreed: _, ...unticked } = form.fields();
    const refused = await visitor.send(form.action(), { ...unticked, ...PERSON });
    expect([refused.status, refused.all('#agreed-fault').length]).toEqual([400, 1]);
    await setPage({ privacy_url, privacy_version: '2027-03' });
    expect((await send(form, { agreed })).status).toBe(400);
    const other = await send(form, { agreed, name: '' });
    expect(other.all('[name=agreed]')[0]!.getAttribute('checked') !== null).toBe(false);
    const now = `${privacy_url} (2027-03)`;
    expect((await send(form, { agreed: now })).status).toBe(303);
    const [{ id, client }] = (await list()) as [AppointmentDto];
    const { body } = await t.http.get(`${APPOINTMENTS}/${id}/history`).set(admin.bearer).expect(200);
    expect(body).toMatchObject([{ changes: [{ field: 'privacy_policy', before: null, after: now }] }]);
    const data = await t.http
      .get(`/api/clients/${client!.id}/data?format=json`)
      .set(admin.bearer)
      .expect(200);
    expect(JSON.stringify(data.body)).toContain(now);
  });

  it('keeps the answers to questions in the notes', async () => {
    await setPage({
      questions: [{ label: 'First visit?', required: true }],
      ask: { phone: 'off', email: 'optional' },
    });
    const none = await send(await details(), { q0: 'Yes', email: '' });
    expect(none.said('.fault')).toEqual(['We need a phone number or an email.']);
    expect((await send(none, { q0: 'Yes' })).status).toBe(303);
    expect(await list()).toMatchObject([{ notes: 'First visit?: Yes', given: { phone: null } }]);
    await setPage({ ask: { phone: 'required', email: 'optional' } });
  });

  it('mails no address or number of a stranger to anybody as a name', async () => {
    const form = await details();
    for (const name of [
      'You won: evil.example/x',
      'http://evil.example',
      'Win at Prize.Com',
      'Call 0900 12 34 56',
    ])
      expect((await send(form, { name })).said('.fault')).toEqual(['Please write your name.']);
    expect(await list()).toEqual([]);
    // Names as they are.
    expect((await send(form, { name: 'Dr.med. J.R. de la Cruz jun.' })).status).toBe(303);
  });

  it('takes no form that it has not made, that is too old, or that a machine filled', async () => {
    const form = await details();
    const wrong: Record<string, string>[] = [
      { token: '' },
      { token: `${form.fields()['token']!}x` },
      { website: 'x' },
    ];
    for (const fields of wrong) {
      const refused = await send(form, fields);
      expect(refused.status).toBe(400);
      expect(refused.fields()).toMatchObject({ name: PERSON.name });
    }
    t.clock.set('2027-03-01T09:00:00Z');
    const old = await send(form);
    expect([old.status, await countRows(t.panel, 'appointments')]).toEqual([400, 0]);
    expect((await send(old)).status).toBe(303);
    t.clock.set(NOW);
  });

  it('takes so many coming bookings of one visitor, and tells no other one of them', async () => {
    await setPage({ open_per_visitor: 2 });
    const at = (hour: number) => `2027-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const book = async (hour: number, fields = {}) => (await send(await details(at(hour)), fields)).status;
    expect([await book(8), await book(9), await book(10)]).toEqual([303, 303, 429]);
    expect(await book(10, { phone: '+49 170 5550098' })).toBe(303);
    await t.panel.query(`update appointments set visitor = 'of another network'`);
    expect(await book(11)).toBe(303);
  });

  it('answers alike, whether somebody is a client or not', async () => {
    await t.http
      .post('/api/clients')
      .set(admin.bearer)
      .send({ name: 'Secret Sheila', phone: '+491705550099', email: 'sheila@example.com' })
      .expect(201);
    const known = await send(await details());
    const stranger = await send(await details('2027-03-03T09:00:00.000Z'), { phone: '+49 170 5550012' });
    expect([known.status, stranger.status]).toEqual([303, 303]);
    const pages = [known, stranger].map(({ headers }) => visitor.get(headers['location']!));
    const [one, other] = (await Promise.all(pages)).map(({ text }) =>
      text
        .replaceAll(/nonce(?:=")?-?[\w+/=-]+"?|\/book\/m\/[\w.-]+/g, '')
        .replaceAll(/[A-Z][a-z]+day, [^<]*| datetime="[^"]*"/g, ''),
    );
    expect(one).not.toContain('Sheila');
    expect(one).toBe(other);
  });

  it('refuses an address that sends too much, in its own words', async () => {
    await t.panel.query(`insert into rate_limits (key, points, expire) values ('visit:127.0.0.1', 100, $1)`, [
      Date.now() + 60_000,
    ]);
    const refused = await send(await details());
    expect([refused.status, await list()]).toEqual([429, []]);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(refused.text).toContain('Please get in touch with us.');
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de', 'Was möchten Sie buchen?'],
    ['it, ru;q=0.1', 'ru', 'На что вы хотите записаться?'],
    ['es', 'es', '¿Qué desea reservar?'],
    ['fr-CA', 'fr', 'Que souhaitez-vous réserver ?'],
    ['en;q=0, *', 'en', 'What would you like to book?'],
  ])('speaks the language of the browser: %s', async (accepted, language, words) => {
    await setAgent(t, { language: 'en' });
    const page = await new BookingVisitor(t, { 'accept-language': accepted }).get('/book');
    expect(page.document.documentElement.lang).toBe(language);
    expect(page.text).toContain(words);
    const chosen = await visitor.get(page.links('Deutsch')[0]!);
    expect(chosen.text).toContain('Was möchten Sie buchen?');
    expect(chosen.fields()).toEqual({ lang: 'de' });
  });

  it('lets in its own style, script and logo alone, and frames of the hosts of the settings', async () => {
    const policy = (await visitor.get('/book')).headers['content-security-policy']!;
    expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[\w+/=]+'; script-src 'nonce-[\w+/=]+'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    await setPage({ frame_hosts: ['www.example.com', 'other.example.com:8443'] });
    const page = await visitor.get('/book');
    expect(page.headers['content-security-policy']).toMatch(
      /frame-ancestors www\.example\.com other\.example\.com:8443$/,
    );
    expect(page.all('[src]').map((one) => one.getAttribute('src'))).toEqual(['/book/page.js']);
    const script = await visitor.get('/book/page.js');
    expect(Buffer.byteLength(script.text)).toBeLessThan(10_000);
  });

  it('shows the logo as what its bytes are', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const path = '/api/settings/booking-page/logo';
    await t.http.put(path).set(admin.bearer).set('content-type', 'image/webp').send(png).expect(200);
    const page = await visitor.get('/book');
    const [logo] = page.all('img');
    const shown = await t.http.get(logo!.getAttribute('src')!).expect(200);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(shown.body).toEqual(png);
    await t.http.delete(path).set(admin.bearer).expect(204);
    expect((await visitor.get('/book/logo')).status).toBe(404);
  });

  it('is no way for agents to say that they are the page', async () => {
    const booking = { client: { name: 'Ada' }, starts_at: '2027-03-02T10:00', source: 'web' };
    await setAgent(t, { enabled: true });
    await t.http.post(APPOINTMENTS).set(AS_AGENT).send(booking).expect(400);
  });
});
