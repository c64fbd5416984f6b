// The load generator, in its own process. It writes prepared bytes to open sockets and parses only the head and length
// of answers, so that it costs less than what it measures.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { requestsOf } from './requests.mjs';
import { latencies } from './statistics.mjs';

const READ_BYTES = 512 * 1_024;
const ANSWER_LIMIT_MS = 120_000;
const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

let stopped = false;

process.on('message', (order) => {
  stopped = order === 'stop';
  if (stopped) return;
  const answer = (result) => process.send(result);
  load(order).then(answer, (error) => answer({ failure: error.message }));
});

/**
 * Sends requests on a number of connections, one at a time on each: for a duration, a count, or until stopped.
 * `pause_ms` lets each connection rest between two requests.
 */
async function load({
  requests,
  target,
  connections,
  duration_ms = Infinity,
  count = Infinity,
  pause_ms = 0,
}) {
  const cpuBefore = process.cpuUsage();
  const durationsMs = [];
  const refused = new Map();
  const next = requestsOf(requests, target);
  let bytes = 0;
  let left = count;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, place) => {
      const socket = await openSocket(target.port);
      try {
        while (!stopped && left-- > 0 && performance.now() - startedAt < duration_ms) {
          const askedAt = performance.now();
          const { status, length } = await socket.ask(next(place));
          durationsMs.push(performance.now() - askedAt);
          bytes += length;
          if (status < 200 || status > 299) refused.set(status, (refused.get(status) ?? 0) + 1);
          if (pause_ms > 0) await pause(pause_ms);
        }
      } finally {
        socket.end();
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    requests: durationsMs.length,
    seconds,
    per_s: durationsMs.length / seconds,
    ...latencies(durationsMs),
    bytes,
    refused: Object.fromEntries(refused),
    client_cpu_s: (user + system) / 1e6,
  };
}

function openSocket(port) {
  const { promise: opened, resolve, reject } = Promise.withResolvers();
  let answered = null;
  let answer = null;
  const fail = (error) => {
    reject(error);
    answered?.reject(error);
    answered = null;
  };
  const take = (size, buffer) => {
    const chunk = buffer.subarray(0, size);
    answer = answer === null ? begin(chunk) : proceed(answer, chunk);
    if (!answer.complete) return true;
    const done = answered;
    const { status, received: length } = answer;
    answered = answer = null;
    done?.resolve({ status, length });
    return true;
  };
  const onread = { buffer: Buffer.alloc(READ_BYTES), callback: take };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () => resolve({ ask, end }));
  socket.setTimeout(ANSWER_LIMIT_MS, () => fail(new Error('No answer within two minutes.')));
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));

  function ask(request) {
    answered = Promise.withResolvers();
    socket.write(request);
    return answered.promise;
  }
  function end() {
    socket.destroy();
  }
  return opened;
}

/** Reads the head of an answer. */
function begin(chunk, before = Buffer.alloc(0)) {
  const bytes = before.length === 0 ? chunk : Buffer.concat([before, chunk]);
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return { head: Buffer.from(bytes), complete: false };
  const head = bytes.latin1Slice(0, headEnd);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const body = bytes.subarray(headEnd + HEAD_END.length);
  const expected = status === 204 || status === 304 ? 0 : length === undefined ? null : Number(length);
  return proceed({ status, expected, received: 0 }, body);
}

/** Without Content-Length the answer is chunked; the last chunk is empty. */
function proceed(answer, chunk) {
  if (answer.head !== undefined) return begin(chunk, answer.head);
  answer.received += chunk.length;
  answer.complete =
    answer.expected === null
      ? chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
      : answer.received >= answer.expected;
  return answer;
}
