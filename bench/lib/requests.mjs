// The HTTP requests of each measurement, as bytes.
import { ADMIN } from './secrets.mjs';

/** Makes every text unique across processes and runs. */
let serial = Date.now() * 1_000;
/** The number of booked half hours in this run. */
let booked = 0;
const unique = () => String(++serial);
/** The next row in a fixed order. */
const pick = (count) => (++serial * 7_919) % count;

const get = (path, headers) => message('GET', path, headers);
const post = (path, headers, body) => message('POST', path, headers, body);

function message(method, path, headers, body) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}`;
  if (body === undefined) return `${head}\r\n`;
  const text = JSON.stringify(body);
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** The same request over and over. */
const always = (request) => () => request;
const panelGet = (path) => (target) => always(get(path, { authorization: `Bearer ${target.token}` }));

const memoryHeaders = ({ memoryKey }) => ({ 'x-api-key': memoryKey });
const agentHeaders = ({ agentKey }) => ({ 'x-api-key': agentKey });

const CONVERSATIONS_USED = 200;
const SLOT_MS = 1_800_000;
/** A Monday at nine, within the ten years that an agent may book ahead. */
const FIRST_SLOT = Date.UTC(2030, 0, 7, 9);
/** Half hours a day, and days a week, in the opening hours. */
const OPEN = { slots: 18, days: 5 };

/** The n-th half hour of the opening hours. */
function openSlot(number) {
  const day = Math.floor(number / OPEN.slots);
  const days = 7 * Math.floor(day / OPEN.days) + (day % OPEN.days);
  return new Date(FIRST_SLOT + days * 86_400_000 + (number % OPEN.slots) * SLOT_MS);
}

/** Each returns a function that makes a connection's next request. */
const REQUESTS = {
  context: (target) => always(get(target.paths['assistant-context'], memoryHeaders(target))),
  'context-gzip': (target) =>
    always(get(target.paths['assistant-context'], { ...memoryHeaders(target), 'accept-encoding': 'gzip' })),
  // Each connection writes before it reads, so that no cached answer is measured.
  'context-changed': (target) => {
    const write = REQUESTS.state(target);
    const read = REQUESTS.context(target);
    const turns = new Map();
    return (connection) => {
      const isWritten = turns.get(connection) ?? false;
      turns.set(connection, !isWritten);
      return isWritten ? read() : write();
    };
  },
  history: (target) => {
    const { chats = 1 } = target;
    return () =>
      get(`${target.paths['chat-history']}?chat_id=chat-${1 + pick(chats)}&limit=30`, memoryHeaders(target));
  },
  summary: (target) => () =>
    post(target.paths['assistant-session-summary'], memoryHeaders(target), {
      summary: `bench ${unique()}: went through the tickets of the day and compared the stock with the drawers.`,
      projects_touched: 'website, parts-stock',
      tasks_completed: 'Order brake pads',
      mood: 'focused',
    }),
  state: (target) => () =>
    post(target.paths['assistant-update-state'], memoryHeaders(target), {
      key: `service.${1 + pick(500)}.address`,
      value: `10.0.${pick(250)}.${pick(250)}:8080, changed by the bench as number ${unique()}`,
      category: 'service',
    }),
  // Each connection creates and completes a task, so the number of pending tasks stays the same.
  task: (target) => {
    const made = new Map();
    return (connection) => {
      const pending = made.get(connection);
      const task = pending ?? `bench ${unique()}: order the brake pads that ran out`;
      if (pending === undefined) made.set(connection, task);
      else made.delete(connection);
      return post(target.paths['assistant-task'], memoryHeaders(target), {
        action: pending === undefined ? 'create' : 'done',
        task,
      });
    };
  },

  'clients, first page': panelGet('/api/clients'),
  'clients, far page': (target) => panelGet(`/api/clients?cursor=${target.far_cursor}`)(target),
  'client search, a name': panelGet('/api/clients?search=smith'),
  'client search, digits': panelGet('/api/clients?search=5550004'),
  'client search, two letters': panelGet('/api/clients?search=sm'),
  'appointments of a week': panelGet('/api/appointments?from=2026-11-16T00:00:00Z&to=2026-11-23T00:00:00Z'),
  conversations: panelGet('/api/conversations'),
  dashboard: panelGet('/api/dashboard'),
  'log-in': () => always(post('/api/auth/login', {}, ADMIN)),
  booking: (target) => () => {
    const startsAt = openSlot(booked++);
    return post('/api/appointments', agentHeaders(target), {
      client: { name: 'Bench Caller', phone: `+1555${String(pick(target.clients)).padStart(7, '0')}` },
      starts_at: startsAt,
      duration_minutes: 30,
    });
  },
  ping: (target) => () =>
    post('/api/conversations/ping', agentHeaders(target), {
      chat_id: `chat-${1 + pick(CONVERSATIONS_USED)}`,
      message: { external_id: `bench-${unique()}`, role: 'user', text: 'Is 9:30 still free?' },
    }),
  /** The background load of a measurement. */
  'daily work': (target) => {
    const kinds = ['context', 'history', 'summary', 'state', 'task', 'appointments of a week'];
    const next = kinds.map((kind) => REQUESTS[kind](target));
    const turns = new Map();
    return (connection) => {
      const turn = turns.get(connection) ?? connection;
      turns.set(connection, turn + 1);
      return next[turn % kinds.length](connection);
    };
  },

  'nothing, small': () => always(get('/small', {})),
  'nothing, large': () => always(get('/large', {})),
};

export function requestsOf(name, target) {
  return REQUESTS[name](target);
}
