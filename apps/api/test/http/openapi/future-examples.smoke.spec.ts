import { AS_AGENT, setAgent } from '../../harness/data/appointments';
import { callAsModel } from '../../harness/http/tool-calls';
import { startTestApp, type TestApp } from '../../harness/apps/test-app';

const DATES = /\d{4}-\d\d-\d\d/g;
const OF_FUTURE = [
  'date',
  'starts_at',
  'ends_at',
  'a_starts_at',
  'b_starts_at',
  'local_starts_at',
  'expires_at',
  'from',
  'to',
  'until',
];

type Node = Record<string, unknown>;
interface Parameter {
  name: string;
  schema: { example?: string };
}

/** Each example with the name of its field. */
function examplesIn(node: unknown, name = ''): [name: string, example: string][] {
  if (typeof node !== 'object' || node === null) return [];
  const { in: place, name: own } = node as Node;
  const of = typeof place === 'string' ? String(own) : name;
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'example') return leavesOf(value, of);
    return examplesIn(value, key === 'schema' || key === 'items' || Array.isArray(node) ? of : key);
  });
}

function leavesOf(value: unknown, name: string): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, Array.isArray(value) ? name : key));
}

describe.each(['2026-11-29T12:00:00Z', '2027-03-04T12:00:00Z', '2031-05-05T12:00:00Z'])(
  'the examples of a document that is served on %s',
  (now) => {
    let t: TestApp;
    let document: { paths: Record<string, Record<string, { parameters?: Parameter[] }>> };
    beforeAll(async () => {
      t = await startTestApp();
      t.clock.set(now);
      document = (await t.http.get('/api/docs-json').expect(200)).body as typeof document;
    });
    afterAll(() => t.close());

    const isPast = (date: string) => date <= now.slice(0, 10);

    it('lie in the future: of bodies, parameters and schemas', () => {
      const dated = examplesIn(document).filter(([name]) => OF_FUTURE.includes(name));
      expect(dated.length).toBeGreaterThan(40);
      expect(dated.filter(([, example]) => example.match(DATES)?.some(isPast))).toEqual([]);
    });

    it('end behind their beginning', () => {
      for (const [path, methods] of Object.entries(document.paths))
        for (const { parameters = [] } of Object.values(methods)) {
          const of = (name: string) => parameters.find((one) => one.name === name)?.schema.example;
          const [from, to] = [of('from'), of('to')];
          if (from !== undefined && to !== undefined) expect([path, from < to]).toEqual([path, true]);
        }
    });

    it('are answered as they are: free times', async () => {
      await setAgent(t, { enabled: true });
      const { parameters } = document.paths['/api/appointments/availability']!['get']!;
      const date = parameters?.find(({ name }) => name === 'date')?.schema.example;
      await t.http.get(`/api/appointments/availability?date=${date}`).set(AS_AGENT).expect(200);
    });

    it('are the same for models, in definitions and refusals', async () => {
      const { text } = await t.http.get('/api/agent/tools.json?format=openai').set(AS_AGENT).expect(200);
      const fault = await callAsModel(t, 'mcp', 'book_appointment', {
        starts_at: 'tomorrow',
        client: { name: 'Ada' },
      });
      for (const told of [text, fault.text]) {
        const dates = told.match(DATES) ?? [];
        expect(dates).not.toEqual([]);
        expect(dates.filter(isPast)).toEqual([]);
      }
    });
  },
);
