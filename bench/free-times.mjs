// Measures the free times of a month of many resources with many appointments. See README.md.
import { URLSearchParams } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../tools/build.mjs';
import { keepResults } from './lib/results.mjs';
import { latencies } from './lib/statistics.mjs';
import { startProduct } from './running-product.mjs';

const LIMIT_MS = 50;
const DAYS = 31;
const HOURS = [9, 10, 11, 12, 13, 14, 15, 16, 17];
const { values: options } = parseArgs({
  options: {
    resources: { type: 'string', default: '20' },
    appointments: { type: 'string', default: '5000' },
    requests: { type: 'string', default: '200' },
    built: { type: 'boolean' },
    'write-docs': { type: 'boolean' },
  },
});
const [resourceCount, appointmentCount, requestCount] = ['resources', 'appointments', 'requests'].map(
  (name) => Number(options[name]),
);
const resources = Array.from({ length: resourceCount }, (_, index) => `Chair ${index + 1}`);
const rooms = Array.from({ length: Math.ceil(resourceCount / 2) }, (_, index) => `Room ${index + 1}`);
const first = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

if (!options.built) await build();
const product = await startProduct();
try {
  await setUp();
  await fill();
  console.log(`${resourceCount} resources, ${appointmentCount} appointments within ${DAYS} days`);
  const result = {};
  for (const [name, query] of Object.entries({
    anyone: { resource: 'any' },
    anyone_for_a_service: { resource: 'any', service: 'Colour' },
    anyone_and_a_room: { resource: 'any', service: 'Massage' },
    anyone_for_several_services: { resource: 'any', service_ids: await idsOf(['Cut', 'Colour']) },
    one_resource: { resource: resources[0] },
  })) {
    result[name] = await measure(query);
    console.log(`${name.replaceAll('_', ' ')}:`, result[name]);
  }
  // The same length and buffer, so that the rooms alone differ.
  const ratio = result.anyone_and_a_room.p95_ms / result.anyone_for_a_service.p95_ms;
  console.log(`with a room: ${ratio.toFixed(2)} times p95 of the same service without`);
  const { p95_ms: value } = result.anyone;
  const target = { measure: 'p95_ms of anyone', at: 'most', limit: LIMIT_MS, value, met: value <= LIMIT_MS };
  console.log(`p95 ${value} ms, at most ${LIMIT_MS} ms: ${target.met ? 'met' : 'NOT met'}`);
  await keepResults(
    'free-times',
    { ...result, appointments: appointmentCount, resources: resourceCount, days: DAYS, targets: [target] },
    { cluster: { version: '–' }, writeDocs: options['write-docs'] },
  );
} finally {
  await product.stop();
}

/** Each resource has hours of its own and a day off; not all do everything. */
async function setUp() {
  const address = `${product.base_url}/api/settings/chat-agent`;
  const settings = await (await fetch(address, { headers: product.headers })).json();
  const week = (off) =>
    [1, 2, 3, 4, 5, 6, 7]
      .filter((day) => day !== off)
      .map((day) => ({ day, opens: '08:30', closes: '18:30' }));
  const changed = {
    ...settings,
    enabled: true,
    time_zone: 'Europe/Vienna',
    resources: [...resources, ...rooms],
    slot_minutes: 15,
    buffer_minutes: 5,
    services: [
      { name: 'Cut', duration_minutes: 30 },
      { name: 'Colour', duration_minutes: 90, buffer_minutes: 15 },
      { name: 'Massage', duration_minutes: 90, buffer_minutes: 15 },
    ],
    schedules: resources.map((resource, index) => ({
      resource,
      working_hours: week((index % 7) + 1),
      exceptions: [],
      colour: null,
      services: index % 3 === 0 ? ['Cut'] : null,
    })),
  };
  await sent('PUT', address, changed);
  await patchNamed('resources', rooms, { kind: 'room' });
  await patchNamed('services', ['Massage'], { needs_room: true });
}

async function idsOf(names) {
  const services = await sent('GET', `${product.base_url}/api/services`);
  return names.map((wanted) => services.find(({ name }) => name === wanted).id).join();
}

async function patchNamed(kind, names, patch) {
  for (const { id, name } of await sent('GET', `${product.base_url}/api/${kind}`))
    if (names.includes(name)) await sent('PATCH', `${product.base_url}/api/${kind}/${id}`, patch);
}

/** In turn for each resource, so that all are booked alike. */
async function fill() {
  const client = await sent('POST', `${product.base_url}/api/clients`, { name: 'Client of the bench' });
  const wanted = Array.from({ length: appointmentCount }, (_, index) => {
    const place = Math.floor(index / resourceCount);
    const day = new Date(Date.parse(first) + (place % DAYS) * 86_400_000).toISOString().slice(0, 10);
    const hour = HOURS[Math.floor(place / DAYS)];
    return {
      resource: resources[index % resourceCount],
      starts_at: `${day}T${String(hour).padStart(2, '0')}:00:00+01:00`,
    };
  });
  const book = async () => {
    for (let next = wanted.pop(); next !== undefined; next = wanted.pop())
      await sent('POST', `${product.base_url}/api/appointments`, {
        ...next,
        client_id: client.id,
        duration_minutes: 45,
      });
  };
  await Promise.all(Array.from({ length: 6 }, book));
}

/** One caller; the first answers, for which the server works out what it keeps, do not count. */
async function measure(query) {
  const asked = new URLSearchParams({ date: first, days: DAYS, ...query });
  const times = [];
  for (let index = 0; index < requestCount + 20; index++) {
    const startedAt = performance.now();
    await sent('GET', `${product.base_url}/api/appointments/availability?${asked}`);
    if (index >= 20) times.push(performance.now() - startedAt);
  }
  return latencies(times);
}

async function sent(method, address, body) {
  const answer = await fetch(address, {
    method,
    headers: product.headers,
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
