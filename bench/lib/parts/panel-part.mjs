// Measures calls of the panel and the agent, without a baseline, with some concurrent callers.
import { measureSlice, medians } from './pairs.mjs';

const CALLERS = 8;
const WARM_UP = { count: 300, duration_ms: 2_000 };
const FAR_PAGES = 50;

const PANEL_CALLS = [
  'clients, first page',
  'clients, far page',
  'client search, a name',
  'client search, digits',
  'client search, two letters',
  'appointments of a week',
  'conversations',
  'dashboard',
  'booking',
  'ping',
  'log-in',
];

export async function measurePanel({ ours, load, timing, report }) {
  await ours.renewToken();
  ours.target.far_cursor = await farCursor(ours);
  await allowFarBookings(ours);
  const results = [];
  for (const requests of PANEL_CALLS) {
    const order = { requests, connections: CALLERS, duration_ms: timing.slice_ms };
    await load.run({ ...order, ...WARM_UP, target: ours.target });
    const slices = [];
    for (let round = 0; round < timing.panel_rounds; round++)
      slices.push(await measureSlice(load, ours, order));
    const result = { name: requests, connections: CALLERS, ours: medians(slices) };
    report(result);
    results.push(result);
    ours.forgetLog();
  }
  return results;
}

/** Each booking of a run takes the next free half hour, which reaches years ahead. */
export async function allowFarBookings({ base_url, target }) {
  const address = `${base_url}/api/settings/chat-agent`;
  const headers = { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' };
  const settings = await (await fetch(address, { headers })).json();
  const body = JSON.stringify({ ...settings, horizon_days: 3_650 });
  const { status } = await fetch(address, { method: 'PUT', headers, body });
  if (status !== 200) throw new Error(`The settings answer ${status}.`);
}

/** The cursor of a far page of the clients. */
export async function farCursor({ base_url, target }) {
  let cursor = '';
  for (let page = 0; page < FAR_PAGES; page++) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer = await fetch(`${base_url}/api/clients?limit=100${query}`, {
      headers: { authorization: `Bearer ${target.token}` },
    });
    const { next_cursor } = await answer.json();
    if (next_cursor === null) break;
    cursor = encodeURIComponent(next_cursor);
  }
  return cursor;
}
