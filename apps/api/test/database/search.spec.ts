import { SEARCH_KINDS, type PageDto, type SearchHitDto } from '@groupless/shared-dto';
import { randomUUID } from 'node:crypto';
import { ADVISORY_LOCKS } from '../../src/database/advisory-locks';
import { SearchIndexRepository } from '../../src/memory/search/index/search-index.repository';
import { SearchIndexService } from '../../src/memory/search/index/search-index.service';
import { OF_EVERYBODY } from '../../src/memory/readers/reader';
import { SearchService } from '../../src/memory/search/search.service';
import { normalizedWord } from '../../src/memory/search/words';
import { countRows, emptyMemory, insertRows } from '../harness/databases/rows';
import { startTestApp, type TestApp } from '../harness/apps/test-app';

describe('the search over the memory', () => {
  let test: TestApp;
  let search: SearchService;

  beforeAll(async () => {
    test = await startTestApp();
    search = test.app.get(SearchService);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await emptyMemory(test.memory);
    await indexAll();
  });

  /** A search waits for the index one second, which is not always enough after a test with many rows. */
  async function indexAll(): Promise<void> {
    while ((await countRows(test.memory, 'search_queue')) > 0)
      await test.app.get(SearchIndexService).catchUp();
  }

  const store = (...summaries: string[]) =>
    insertRows(
      test.memory,
      'assistant_sessions',
      summaries.map((summary) => ({ id: ++lastId, summary, session_date: '2026-11-20T09:30:00Z' })),
    );
  let lastId = 0;

  const find = (
    q: string,
    more: {
      kind?: string;
      limit?: number;
      cursor?: string;
      project?: string;
      project_at_hand?: string;
      around?: number;
      since?: string;
    } = {},
  ) => search.find({ q, ...more }, SEARCH_KINDS);
  const titles = async (q: string, kind?: string) =>
    (await find(q, kind === undefined ? {} : { kind })).items.map(({ title }) => title);

  describe('finds', () => {
    it('what a project said in a time, though others said more since', async () => {
      await insertRows(test.memory, 'assistant_projects', [{ id: 77, name: 'boiler' }]);
      await insertRows(test.memory, 'project_identities', [
        { project_id: 77, identity: 'github.com/acme/boiler' },
      ]);
      await test.memory.query(`
        insert into chat_history (chat_id, role, message, timestamp)
        select 'project:github.com/acme/boiler', 'user', 'The pump hums', now() - interval '10 days'
        union all select 'web:' || i % 50, 'user', 'Hello there', now() - i * interval '1 minute' from generate_series(1, 2100) as i`);
      await indexAll();
      const query = { q: 'last 30 days', kind: 'chat' };
      const ofAll = await search.find(query, SEARCH_KINDS, { chats: '', owner: OF_EVERYBODY });
      expect(ofAll.total_is_exact).toBe(false);
      const ofProject = await search.find({ ...query, project: 'boiler' }, SEARCH_KINDS, {
        chats: 'project:',
        owner: '',
      });
      expect(ofProject.items.map(({ excerpt }) => excerpt)).toEqual(['The pump hums']);
    });

    it('a session with all words of its summary, where a decision of the same words was withdrawn', async () => {
      await insertRows(test.memory, 'assistant_sessions', [
        {
          id: ++lastId,
          summary: 'Redis beside the boiler',
          decisions_made: 'Redis',
          session_date: '2026-11-20T09:30:00Z',
        },
      ]);
      await test.memory.query('update assistant_decisions set withdrawn_at = now()');
      await indexAll();
      expect(await titles('boiler', 'session')).toEqual(['Redis beside the boiler']);
    });

    it('letters of all alphabets as the index has them', async () => {
      const { rows } = await test.memory.query<{ letter: string; plain: string }>(String.raw`
        select chr(code) as letter, lower(unaccent('unaccent'::regdictionary, chr(code))) as plain
        from generate_series(x'c0'::int, x'52f'::int) as code
        where chr(code) ~ '[[:alpha:]]' and not code between x'180'::int and x'385'::int and not code between x'3cf'::int and x'3ff'::int`);
      // What no language writes with any more.
      const others = rows.filter(
        ({ letter, plain }) => !'ĸŉſ'.includes(letter) && normalizedWord(letter) !== plain,
      );
      expect(others.map(({ letter, plain }) => `${letter} ${normalizedWord(letter)} ${plain}`)).toEqual([]);
    });

    it('Korean words with a particle', async () => {
      await store('내일 회의가 있습니다', 'A new printer');
      const { items } = await find('회의');
      expect(items.map(({ excerpt }) => excerpt)).toEqual(['내일 <mark>회</mark><mark>의</mark>가 있습니다']);
    });

    it.each([
      ['German', 'für', 'den Keller'],
      ['Russian', 'из', 'подвала'],
      ['Swedish', 'på', 'kontoret'],
    ])('little by a common word of %s', async (_language, common, rare) => {
      await store(`${common} ${common} ${common}`, `Something ${rare}`);
      const { items } = await find(`${common} ${rare}`);
      expect(items.map(({ title }) => title)).toEqual([`Something ${rare}`, `${common} ${common} ${common}`]);
      expect(items[0]?.score).toBeGreaterThan(4 * (items[1]?.score ?? 0));
    });

    it('what has any one of the words, the best first', async () => {
      await store('We moved the database', 'A new printer', 'The database backup failed at night');
      expect(await titles('why did the backup of our database fail')).toEqual([
        'The database backup failed at night',
        'We moved the database',
      ]);
    });

    it('other forms of an English word', async () => {
      await store('Deployed the booking page', 'Called the plumber');
      expect(await titles('deployments bookings')).toEqual(['Deployed the booking page']);
    });

    it('words without regard to case and accents, either way', async () => {
      await store('Žofie likes CAFÉ Größe', 'Nothing of the kind');
      expect(await titles('zofie')).toHaveLength(1);
      expect(await titles('cafe')).toHaveLength(1);
      expect(await titles('GRÖSSE')).toHaveLength(1);
    });

    it.each([
      'parseHTTPResponse',
      'parsehttpresponse',
      'github',
      'parse',
      'http',
      'response',
      'memory_store_v2',
      'memory',
      'src/app/main.ts',
      'app',
    ])('identifiers and paths by their parts and as a whole: %s', async (q) => {
      await store('Fixed parseHTTPResponse and memory_store_v2 in src/app/main.ts on GitHub', 'Went home');
      expect(await titles(q)).toHaveLength(1);
    });

    it('the identifier itself before what only has its parts', async () => {
      await store('The store of the memory is full, store memory elsewhere', 'Renamed memory_store today');
      expect((await titles('memory_store'))[0]).toBe('Renamed memory_store today');
    });

    it.each([
      ['Встреча с клиентом завтра', 'клиентом'],
      ['今天的会议很长', '会议'],
      ['हिन्दी में लिखा', 'हिन्दी'],
    ])('text that is not English: %s', async (summary, q) => {
      await store(summary, 'Something else');
      expect(await titles(q)).toEqual([summary]);
    });

    it.each(['authetnication', 'authentcation', 'autentication', 'authenticatiom'])(
      'what a mistyped word may have meant: %s',
      async (q) => {
        await store('The authentication works again', 'Bought paper');
        expect(await titles(q)).toEqual(['The authentication works again']);
      },
    );

    it.each(['cahce', 'cche', 'cachhe', 'cacbe'])(
      'what a short mistyped word may have meant: %s',
      async (q) => {
        await store('The cache works again', 'Bought paper');
        expect(await titles(q)).toEqual(['The cache works again']);
      },
    );

    it.each(['переноссили', 'перенсили', 'пееносили'])(
      'what a mistyped word of another alphabet may have meant: %s',
      async (q) => {
        await store('Встречу переносили дважды', 'Купили бумагу');
        expect(await titles(q)).toEqual(['Встречу переносили дважды']);
      },
    );

    it('words that only look like stop words', async () => {
      await insertRows(test.memory, 'assistant_people', [{ name: 'Will' }, { name: 'Ann' }]);
      expect(await titles('will')).toEqual(['Will']);
    });

    it('the last word of the longest texts, and shows it', async () => {
      await store(`Moved all. ${'filler '.repeat(9_360)}zebra`);
      const { items } = await find('zebra');
      expect(items).toMatchObject([
        { title: 'Moved all.', excerpt: expect.stringContaining('<mark>zebra</mark>') },
      ]);
    });

    it('the newest where words are in very many rows, but no two in the same', async () => {
      const fruits = ['apples', 'pears', 'plums', 'figs'];
      await store(...Array.from({ length: 2_700 }, (_, n) => `Bought ${fruits[n % 4]}, box ${n}`));
      await indexAll();
      expect((await find('apples pears', { limit: 1 })).total).toBe(500);
    });

    it('only what is of a day or later, if that is asked for', async () => {
      const row = (day: string) => ({
        id: ++lastId,
        summary: `Zebra of ${day}`,
        session_date: `${day}T12:00:00Z`,
      });
      await insertRows(test.memory, 'assistant_sessions', [
        row('2026-03-01'),
        row('2026-03-02'),
        row('2026-03-03'),
      ]);
      const since = async (time: string) =>
        (await find('zebra', { since: time })).items.map(({ at }) => at.slice(0, 10)).sort();
      expect(await since('2026-03-02')).toEqual(['2026-03-02', '2026-03-03']);
      expect(await since('2026-03-02T12:00:01Z')).toEqual(['2026-03-03']);
    });

    it('nothing where no row has a word of it', async () => {
      await store('Something');
      expect(await find('qqqq')).toEqual({ items: [], next_cursor: null, total: 0, total_is_exact: true });
    });
  });

  describe('brings up, and says why', () => {
    const filler = 'and the rest of the day went by as usual, with calls and letters until the evening';

    it.each([
      [
        'connection pool exhausted',
        'connection pool exhausted',
        'The pool lost its connection; exhausted pool.',
      ],
      ['tarjeta de regalo', 'tarjeta de regalo', 'Un regalo y una tarjeta, otro regalo, otra tarjeta.'],
      ['時間切れ', '時間切れ', '切手の時、れいの間。'],
    ])('what has the words as the query has them: %s', async (q, phrase, scattered) => {
      await store(`Log\nAt night it said ${phrase}, ${filler}.`, `Log\n${scattered}`);
      const [first, second] = (await find(q)).items;
      expect(first?.excerpt).toMatch(/At night/);
      expect(first?.why).toMatchObject({ phrases: [phrase], title: false, project: false });
      expect(second?.why.phrases).toEqual([]);
    });

    it('what has the words near each other before what has them far apart', async () => {
      await store(
        `Refund\n${filler}. The double was a charge.`,
        `Double room\n${filler}. There is a refund.`,
      );
      expect((await titles('refund double charge'))[0]).toBe('Refund');
    });

    it('what has the words in its first line', async () => {
      await store(`Notes\nSnow, routers, lunch. ${filler}`, `The routers\nSnow, lights, lunch. ${filler}`);
      const { items } = await find('routers');
      expect(items.map(({ title, why }) => [title, why])).toEqual([
        ['The routers', { words: ['routers'], phrases: [], title: true, project: false, share: 1 }],
        ['Notes', { words: ['routers'], phrases: [], title: false, project: false, share: 1 }],
      ]);
    });

    it('in a chat what stands beside another hit, after it rather than before it, but not in another chat', async () => {
      const say = (chat_id: string, minute: number, message: string) => ({
        chat_id,
        message,
        role: 'user',
        timestamp: `2026-11-20T09:${minute}:00Z`,
      });
      await insertRows(test.memory, 'chat_history', [
        say('a', 10, 'Sure, that zebra costs five'),
        say('b', 10, 'Sure, that zebra costs four'),
        say('b', 11, 'Which harness fits the lion'),
        say('c', 11, 'Which harness fits the lion'),
        say('c', 12, 'Sure, that zebra costs nine'),
      ]);
      const zebras = (await find('zebra harness lion')).items
        .map(({ excerpt }) => /costs (.*)/.exec(excerpt)?.[1])
        .filter((price) => price !== undefined);
      expect(zebras).toEqual(['nine', 'four', 'five']);
    });

    it('in a chat what was said, before what was said to somebody whose name the query has', async () => {
      const say = (minute: number, message: string) => ({
        chat_id: 'two friends',
        message,
        role: 'user',
        timestamp: `2026-11-20T09:${minute}:00Z`,
      });
      await insertRows(test.memory, 'chat_history', [
        say(10, 'Zuzana: Hello Tamsin!'),
        say(12, 'Tamsin: Hello Zuzana!'),
        say(14, 'Zuzana: How was the day?'),
        say(
          16,
          'Tamsin: Long, and then some, with the whole family in the kitchen, and a cake of nougat for all of us',
        ),
        say(18, 'Zuzana: Mmm'),
        say(20, 'Zuzana: Thanks Tamsin'),
        say(22, 'Tamsin: Bye Zuzana'),
      ]);
      await store(...Array.from({ length: 15 }, (_, n) => `Ordered box ${n} of nougat`));
      const { items } = await find('Tamsin nougat');
      expect(items.find(({ kind }) => kind === 'chat')?.excerpt).toContain('cake');
    });

    it('what is of the time that the query names, and leaves nothing out', async () => {
      const day = (days_ago: number) => new Date(Date.now() - days_ago * 86_400_000).toISOString();
      await insertRows(test.memory, 'assistant_sessions', [
        { id: ++lastId, summary: 'The printer jams, said Ann', session_date: day(40) },
        { id: ++lastId, summary: 'The printer jams, said Bob', session_date: day(3) },
        { id: ++lastId, summary: 'The printer jams, said Cem', session_date: day(0) },
      ]);
      expect((await titles('printer jams 3 days ago')).map((title) => title.slice(-3))).toEqual([
        'Bob',
        // Of the others the newer one comes first.
        'Cem',
        'Ann',
      ]);
    });

    it('all of the time that is the whole query, the newest first and messages last, on pages', async () => {
      const day = (days_ago: number) => new Date(Date.now() - days_ago * 86_400_000).toISOString();
      await insertRows(test.memory, 'assistant_sessions', [
        { id: ++lastId, summary: 'The oldest printer', session_date: day(3) },
        { id: ++lastId, summary: 'A newer printer', session_date: day(0) },
        { id: ++lastId, summary: 'What was told 3 days ago', session_date: day(40) },
      ]);
      const said = { chat_id: 'web:1', role: 'user', message: 'Where is it?', timestamp: day(3) };
      await insertRows(test.memory, 'chat_history', [said]);
      await indexAll();
      expect(await titles('3 days ago')).toEqual(['The oldest printer', 'web:1, user']);
      expect(await titles('What did we do since 4 days ago?', 'session')).toEqual([
        'A newer printer',
        'The oldest printer',
      ]);
      expect(await titles('3 days ago', 'session')).toEqual(['The oldest printer']);
      expect(await titles('Was war vor 3 Tagen?', 'session')).toEqual(['The oldest printer']);
      expect(await titles('Что у нас было 3 дня назад?', 'session')).toEqual(['The oldest printer']);
      const [{ next_cursor, items }] = [await find('last 5 days', { limit: 1 })];
      expect(items).toMatchObject([{ title: 'A newer printer', why: { words: [], share: 1 } }]);
      const next = await find('last 5 days', { limit: 1, cursor: next_cursor ?? '' });
      expect(next).toMatchObject({ items: [{ title: 'The oldest printer' }], total: 3 });
      // However many messages there are, they are behind, and their list stays one of a time when its end is reached.
      const many = Array.from({ length: 2_100 }, (_, n) => ({
        ...said,
        message: `Number ${n}`,
        timestamp: day(1),
      }));
      await insertRows(test.memory, 'chat_history', many);
      await indexAll();
      const all = await find('last 5 days', { limit: 2 });
      expect(all.items.map(({ title }) => title)).toEqual(['A newer printer', 'The oldest printer']);
      expect(all.total_is_exact).toBe(false);
      await test.memory.query(`delete from chat_history`);
      await indexAll();
      expect((await find('last 5 days', { limit: 2, cursor: all.next_cursor ?? '' })).items).toEqual([]);
      // Nothing is of that time: the words count as others do. Nor is what stands in quotes a time.
      expect(await titles('20 days ago')).toEqual(['What was told 3 days ago']);
      expect(await titles('"3 days ago"')).toEqual(['What was told 3 days ago']);
    });

    it('what was before the release that the query names, by the date of the row that tells of it', async () => {
      const row = (day: string, summary: string) => ({
        id: ++lastId,
        summary,
        session_date: `2026-0${day}T10:00:00Z`,
      });
      await insertRows(test.memory, 'assistant_sessions', [
        row('9-20', 'The printer jams, said Ann'),
        row('3-02', 'The printer jams, said Bob'),
        row('5-05', 'Released 2.4 of the shop'),
      ]);
      const names = async (q: string) => (await titles(q)).map((title) => title.slice(-3));
      expect(await names('printer jams before the release of 2.4')).toEqual(['Bob', 'Ann']);
      expect(await names('printer jams after the release of 2.4')).toEqual(['Ann', 'Bob']);
      // It is not known when that was: the words count as others do.
      expect(await names('printer jams before the release of 9.9')).toHaveLength(3);
    });

    it('what has a quoted phrase word for word, and the words where no row has it so', async () => {
      await store('We want no mocks in tests', 'Mocks are fine, no doubt', 'There are no plans');
      expect(await titles('"no mocks" tests')).toEqual(['We want no mocks in tests']);
      expect(await titles('«no mocks»')).toEqual(['We want no mocks in tests']);
      expect(await titles('"mocks want"')).toHaveLength(2);
      expect(await titles('"the" mocks')).toHaveLength(2);
    });

    it('what has a quoted phrase word for word, also where a time is in it', async () => {
      await store('The call on Monday', 'The call on Tuesday', 'Before the release of 2.4');
      await store('The bill was planned last week', 'What was planned');
      expect(await titles('"call on Monday"')).toEqual(['The call on Monday']);
      expect(await titles('"planned last week"')).toEqual(['The bill was planned last week']);
      expect(await titles('"before the release of 2.4"')).toEqual(['Before the release of 2.4']);
    });

    it('words before those that are common in the language of the query', async () => {
      await store('Die Heizung im Keller ist neu', 'Und die und der und die und der, hat die');
      await store(...Array.from({ length: 20 }, (_, n) => `Nothing of that, number ${n}, at the office`));
      expect((await titles('hat die und der Keller'))[0]).toBe('Die Heizung im Keller ist neu');
    });

    it('what belongs to the project at hand, and leaves nothing out', async () => {
      const row = (projects_touched: string, summary: string) => ({
        id: ++lastId,
        projects_touched,
        summary,
      });
      await insertRows(test.memory, 'assistant_projects', [{ name: 'intranet' }, { name: 'webshop' }]);
      await insertRows(test.memory, 'assistant_sessions', [
        row('intranet', 'The header is blue'),
        row('booking, webshop', 'The header of the shop, after some talk, became green'),
      ]);
      const found = async (project_at_hand?: string) =>
        (await find('header', project_at_hand === undefined ? {} : { project_at_hand })).items.map(
          ({ title, why }) => [title.split(' ')[3], why.project],
        );
      expect(await found()).toEqual([
        ['blue', false],
        ['the', false],
      ]);
      expect(await found('webshop')).toEqual([
        ['the', true],
        ['blue', false],
      ]);
    });
  });

  describe('sees', () => {
    it('what the webhooks wrote before', async () => {
      const url = await test.webhook('assistant-update-state');
      await test.http
        .post(url.slice(url.indexOf('/webhook')))
        .send({ key: 'server_ip', value: 'at Hetzner' })
        .expect(201);
      expect(await titles('hetzner')).toEqual(['server_ip']);
    });

    it('nothing of kinds that it may not show, not even how often a word stands there', async () => {
      await store(...Array.from({ length: 2_001 }, (_, n) => `Brake number ${n}`));
      await insertRows(test.memory, 'assistant_state', [{ key: 'secret', value: 'codeword' }]);
      await indexAll();
      const readable = SEARCH_KINDS.filter((kind) => kind !== 'state');
      const totalOf = async (q: string) => (await search.find({ q, limit: 1 }, readable)).total;
      // If the count of a word came from the state too, the rare one would be looked for in place of the other.
      expect(await totalOf('codeword brake')).toBe(await totalOf('unknownword brake'));
    });

    it('each kind by what is in it, with its own title and date', async () => {
      const at = '2026-01-02T03:04:05.678Z';
      await insertRows(test.memory, 'assistant_sessions', [{ summary: 'Zebra one. More', session_date: at }]);
      await insertRows(test.memory, 'assistant_state', [{ key: 'pet', value: 'a zebra', updated_at: at }]);
      await insertRows(test.memory, 'assistant_tasks', [{ task: 'Feed the zebra', updated_at: at }]);
      await insertRows(test.memory, 'assistant_projects', [{ name: 'Zoo', stack: 'zebra', updated_at: at }]);
      await insertRows(test.memory, 'assistant_people', [
        { name: 'Zed', notes: 'has a zebra', updated_at: at },
      ]);
      await insertRows(test.memory, 'chat_history', [
        { chat_id: '49151', role: 'user', message: 'My zebra!', timestamp: at },
      ]);
      const { items } = await find('zebra');
      expect(Object.fromEntries(items.map(({ kind, title }) => [kind, title]))).toEqual({
        session: 'Zebra one.',
        state: 'pet',
        task: 'Feed the zebra',
        project: 'Zoo',
        person: 'Zed',
        chat: '49151, user',
      });
      expect(new Set(items.map((item) => item.at))).toEqual(new Set([at]));
      expect(items.every(({ excerpt }) => /<mark>[Zz]ebra<\/mark>/.test(excerpt))).toBe(true);
      expect(new Set((await find('zebra', { kind: 'task,person' })).items.map(({ kind }) => kind))).toEqual(
        new Set(['task', 'person']),
      );
    });

    it('a changed row with its new words only, and a deleted one no more', async () => {
      await insertRows(test.memory, 'assistant_state', [{ key: 'host', value: 'berlin' }]);
      expect(await titles('berlin')).toEqual(['host']);
      await test.memory.query(`update assistant_state set value = 'vienna'`);
      expect(await titles('berlin')).toEqual([]);
      expect(await titles('vienna')).toEqual(['host']);
      await test.memory.query('delete from assistant_state');
      expect(await titles('vienna')).toEqual([]);
    });

    it('no state unless it is named as readable', async () => {
      await insertRows(test.memory, 'assistant_state', [{ key: 'host', value: 'berlin' }]);
      expect((await search.find({ q: 'berlin' })).items).toEqual([]);
      expect((await search.find({ q: 'berlin', kind: 'state' })).total).toBe(0);
    });

    it('nothing of what was rolled back', async () => {
      await test.memory.query(`do $$ begin
        insert into assistant_people (name) values ('Ghost');
        raise exception 'stop';
      exception when others then null; end $$`);
      expect(await titles('ghost')).toEqual([]);
    });

    it('everything when several searches and writers meet', async () => {
      const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
      await Promise.all(
        words.flatMap((word) => [
          test.memory.query(`insert into assistant_sessions (summary) values ($1)`, [`Shared text ${word}`]),
          find(word),
        ]),
      );
      expect((await find('shared', { limit: 200 })).total).toBe(40);
      const counts = await test.memory.query<{ documents: number }>(
        `select documents from search_words where word in ('', 'share', 'text')`,
      );
      expect(counts.rows.map(({ documents }) => documents)).toEqual([40, 40, 40]);
    });
  });

  describe('measures documents', () => {
    const known = async () =>
      (
        await test.memory.query<{ words: number; length: number }>(`
          select words::int, (select sum(length)::int from search_documents where kind = 'session') as length
          from search_lengths where kind = 'session'`)
      ).rows[0];

    it('by their words, and adds them up, also when they change and go', async () => {
      await store('The printer prints on paper', 'Paper, paper and more paper');
      await indexAll();
      expect(await known()).toEqual({ words: 6, length: 6 });
      await test.memory.query(
        `update assistant_sessions set summary = 'Paper' where summary like 'The printer%'`,
      );
      await indexAll();
      expect(await known()).toEqual({ words: 4, length: 4 });
      await test.memory.query(`delete from assistant_sessions where summary = 'Paper'`);
      await indexAll();
      expect(await known()).toEqual({ words: 3, length: 3 });
    });

    it('that come from before lengths were kept, which are found meanwhile', async () => {
      await store('The printer prints on paper', 'Paper, paper and more paper');
      await indexAll();
      await test.memory.query(`
        with forgotten as (update search_documents set length = null returning length(words) as length)
        update search_lengths set words = (select sum(length) from forgotten) where kind = 'session'`);
      expect(await titles('printer')).toHaveLength(1);
      const index = test.app.get(SearchIndexRepository);
      expect(await index.measureDocuments(1)).toBe(1);
      expect(await index.measureDocuments(50)).toBe(1);
      expect(await index.measureDocuments(50)).toBe(0);
      expect(await known()).toEqual({ words: 6, length: 6 });
    });

    it('so that repetitions count ever less, and length counts within the kind', async () => {
      const filler = 'one two three four five six seven eight nine ten eleven twelve';
      await store(
        `Log\n${filler} zebra`,
        `Log\n${filler} ${'zebra '.repeat(12)}`,
        `Log\n${filler} zebra lion`,
      );
      const { items } = await find('zebra lion');
      expect(items[0]?.excerpt).toContain('lion');
      const [best, , least] = (await find('zebra')).items.map(({ score }) => score);
      expect(best! / least!).toBeLessThan(2);
    });
  });

  describe('queues a change', () => {
    const waiting = () => countRows(test.memory, 'search_queue');

    /** Runs while no process can update the index. */
    async function withoutIndex(work: () => Promise<void>): Promise<void> {
      const holder = await test.memory.connect();
      await holder.query('select pg_advisory_lock($1, 0)', [ADVISORY_LOCKS.searchIndex]);
      try {
        await work();
      } finally {
        await holder.query('select pg_advisory_unlock($1, 0)', [ADVISORY_LOCKS.searchIndex]);
        holder.release();
      }
    }

    it('once, however often the row changes before it is indexed', async () => {
      await withoutIndex(async () => {
        await insertRows(test.memory, 'assistant_state', [{ key: 'host', value: 'vienna 0' }]);
        for (let n = 1; n <= 20; n++)
          await test.memory.query(`update assistant_state set value = $1`, [`vienna ${n}`]);
        expect(await waiting()).toBe(1);
      });
      expect((await find('vienna')).items.map(({ excerpt }) => excerpt)).toEqual(['<mark>vienna</mark> 20']);
      await test.memory.query('update assistant_state set value = $1', ['berlin']);
      expect(await titles('berlin')).toEqual(['host']);
    });

    it('without reading the queue, also where the connection has its plan from when that was empty', async () => {
      const writer = await test.memory.connect();
      await insertRows(test.memory, 'assistant_state', [{ key: 'host', value: 'vienna' }]);
      await indexAll();
      await test.memory.query('vacuum analyze search_queue');
      const change = (n: number) => writer.query('update assistant_state set value = $1', [`vienna ${n}`]);
      for (let n = 0; n < 10; n++) await change(n);
      const scans = async () =>
        (
          await writer.query<{ seq_scan: string }>(
            `select seq_scan from pg_stat_xact_user_tables where relname = 'search_queue'`,
          )
        ).rows[0]?.seq_scan;
      await writer.query('begin');
      const before = await scans();
      await change(10);
      const after = await scans();
      await writer.query('commit');
      writer.release();
      expect(after).toBe(before);
    });

    it('that is not committed yet, and takes nothing of it, nor its entry, meanwhile', async () => {
      const writer = await test.memory.connect();
      await withoutIndex(async () => {
        await insertRows(test.memory, 'assistant_state', [{ key: 'host', value: 'vienna' }]);
        await writer.query('begin');
        await writer.query(`update assistant_state set value = 'berlin'`);
      });
      await store('Others pass');
      expect(await titles('others')).toEqual(['Others pass']);
      expect(await waiting()).toBe(1);
      await writer.query('commit');
      writer.release();
      expect(await titles('berlin')).toEqual(['host']);
      expect(await titles('vienna')).toEqual([]);
      expect(await waiting()).toBe(0);
    });
  });

  describe('takes any text', () => {
    it.each(['...', '🎉', '" OR \'', '&|!<->', '   ', "'"])(
      'and finds nothing without a word: %s',
      async (q) => {
        await store('Any text with words');
        expect((await find(q)).items).toEqual([]);
      },
    );

    it.each([
      'a & | ! text <-> c:*',
      `'; drop table search_documents; -- text`,
      '%_\\ text',
      'text\\',
      `text' & 'x`,
      'text*',
      '"text"',
      'NOT text',
      'text:A',
      `${'語'.repeat(190)} text`,
      `text ${'x'.repeat(195)}`,
    ])('as plain words, never as operators or wildcards: %s', async (q) => {
      await store('Any text with words', 'Other');
      expect(await titles(q)).toContain('Any text with words');
      expect(await titles(q)).not.toContain('Other');
    });
  });

  describe('answers excerpts', () => {
    it('with all but the marks escaped', async () => {
      await store('<script>alert("x")</script> & <mark>fake</mark> for the zebra');
      const { items } = await find('zebra');
      expect(items[0]?.excerpt).toBe(
        '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &lt;mark&gt;fake&lt;/mark&gt; for the <mark>zebra</mark>',
      );
    });

    it('of a chat message with those before and after it, where they are asked for', async () => {
      await insertRows(
        test.memory,
        'chat_history',
        ['Too old', 'Who <is> it?', 'The zebra', 'Not the lion', 'Too new'].map((message, minute) => ({
          chat_id: 'a',
          role: 'user',
          message,
          timestamp: `2026-11-20T09:0${minute}:00Z`,
        })),
      );
      expect((await find('zebra')).items.map(({ excerpt }) => excerpt)).toEqual(['The <mark>zebra</mark>']);
      expect((await find('zebra', { around: 1 })).items.map(({ excerpt }) => excerpt)).toEqual([
        'Who &lt;is&gt; it?\nThe <mark>zebra</mark>\nNot the lion',
      ]);
    });

    it('of a session with what it decided last, where that is asked for and does not stand there', async () => {
      const summary = `The zebra is ill. ${'and so on '.repeat(40)}`;
      await insertRows(test.memory, 'assistant_sessions', [
        { id: ++lastId, summary, decisions_made: 'Call a vet' },
        { id: ++lastId, summary: 'The zebra is well', decisions_made: 'Feed it' },
      ]);
      const lines = (await find('zebra', { kind: 'session', around: 1 })).items.map(({ excerpt }) =>
        excerpt.split('\n').slice(1),
      );
      expect(lines).toEqual(expect.arrayContaining([['Call a vet'], []]));
    });

    it('around the hits, however they are spelled', async () => {
      await store(
        `${'before '.repeat(100)}the Bäckereien parseRequest ran ${'after '.repeat(100)}`,
        'A request',
      );
      const { items } = await find('backereien request ran');
      expect(items[0]?.excerpt).toContain(
        'the <mark>Bäckereien</mark> parse<mark>Request</mark> <mark>ran</mark>',
      );
      expect(items[0]?.excerpt).toMatch(/^…before .* after…$/);
    });
  });

  describe('comes in pages', () => {
    beforeEach(() =>
      store(
        ...Array.from({ length: 25 }, (_, index) => `The same text ${index % 3 === 0 ? 'twice text' : ''}`),
      ),
    );

    it('that together hold each hit once, best first', async () => {
      const seen: SearchHitDto[] = [];
      let cursor: string | null = null;
      do {
        const page: PageDto<SearchHitDto> = await find('text twice', {
          limit: 7,
          ...(cursor === null ? {} : { cursor }),
        });
        expect(page).toMatchObject({ total: 25, total_is_exact: true });
        seen.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(25);
      expect(seen).toHaveLength(25);
      expect(seen.map(({ score }) => score)).toEqual(seen.map(({ score }) => score).sort((a, b) => b - a));
    });

    it.each(['nonsense', Buffer.from('["a","1","b","c"]').toString('base64url')])(
      'that a broken cursor does not open: %s',
      async (cursor) => {
        await expect(find('text', { cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
      },
    );

    it('that a cursor of another search does not open', async () => {
      const { next_cursor } = await find('text', { limit: 1 });
      const cursor = next_cursor ?? '';
      await expect(find('twice', { cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
      await expect(find('text', { cursor, kind: 'chat' })).rejects.toMatchObject({ code: 'invalid_cursor' });
      expect((await find('text', { cursor, limit: 1 })).items).toHaveLength(1);
    });
  });

  describe('never stands in the way of a writer', () => {
    it.each([
      ['a million letters without a space', () => 'x'.repeat(1_000_000)],
      ['a megabyte of different words', () => Array.from({ length: 30_000 }, () => randomUUID()).join(' ')],
      ['an endless identifier', () => 'aB'.repeat(500_000)],
      ['an endless path', () => 'a/'.repeat(500_000)],
      [
        'the rarest letters',
        () =>
          Array.from({ length: 65_000 }, (_, i) => String.fromCodePoint(0x20000 + (i % 42_000))).join(' '),
      ],
      [
        'long words of rare letters',
        () =>
          Array.from(
            { length: 60_000 },
            (_, i) => `${String.fromCodePoint(0x10400 + (i % 80))}${i.toString(36)}.𐐀`,
          ).join(' '),
      ],
      ['white space', () => ' \n\t'.repeat(1_000)],
    ])('who stores %s', async (_, text) => {
      await test.memory.query('insert into assistant_state (key, value) values ($1, $2)', [
        'the needle',
        text(),
      ]);
      expect(await titles('needle')).toEqual(['the needle']);
    });

    it('who holds a row that is not committed yet', async () => {
      const writer = await test.memory.connect();
      await writer.query('begin');
      await writer.query(`insert into assistant_people (name) values ('Late')`);
      await store('Early');
      expect(await titles('early')).toEqual(['Early']);
      expect(await titles('late')).toEqual([]);
      await writer.query('commit');
      writer.release();
      expect(await titles('late')).toEqual(['Late']);
    });
  });
});
