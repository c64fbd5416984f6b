// The time from a request until the last of many readers has received its live event.
import { connect } from 'node:net';
import { setTimeout } from 'node:timers';
import { latencies } from '../statistics.mjs';

const LIMIT_MS = 30_000;

/**
 * @param server `{ base_url, port, token }`
 * @param counts `{ readers, frozen, events }`; frozen readers stop reading after the first bytes
 * @param whileOpen called while all readers are connected
 */
export async function measureEvents(
  server,
  { readers: count, frozen = 0, events },
  whileOpen = () => undefined,
) {
  const readers = [];
  for (let opened = 0; opened < count; opened += 100) {
    const more = Math.min(100, count - opened);
    readers.push(...(await Promise.all(Array.from({ length: more }, () => openReader(server)))));
  }
  try {
    for (const { socket } of readers.slice(0, frozen)) socket.pause();
    const awake = readers.slice(frozen);
    const durationsMs = [];
    for (let event = 0; event < events; event++) {
      const askedAt = performance.now();
      const id = await makeClient(server, `bench ${event}`);
      const arrivals = await Promise.all(awake.map((reader) => reader.hears(id)));
      durationsMs.push(Math.max(...arrivals) - askedAt);
    }
    whileOpen();
    return { readers: awake.length, events, ...latencies(durationsMs) };
  } finally {
    for (const { socket } of readers) socket.destroy();
  }
}

export async function makeClient({ base_url, token }, name) {
  const answer = await fetch(`${base_url}/api/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  if (answer.status !== 201)
    throw new Error(`POST /api/clients answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).id;
}

/** A socket on which the events are read, as text. */
function openReader({ port, token }) {
  return new Promise((resolve, reject) => {
    const heard = new Map();
    const waiting = new Map();
    let rest = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`);
    });
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.once('data', () => resolve({ socket, hears }));
    socket.on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const id = /"id":"([^"]+)"/.exec(line)?.[1];
        if (id === undefined) continue;
        heard.set(id, performance.now());
        waiting.get(id)?.(heard.get(id));
      }
    });
    function hears(id) {
      return new Promise((hear, miss) => {
        if (heard.has(id)) return hear(heard.get(id));
        waiting.set(id, hear);
        setTimeout(miss, LIMIT_MS, new Error(`A reader has not heard of ${id}.`)).unref();
      });
    }
  });
}
