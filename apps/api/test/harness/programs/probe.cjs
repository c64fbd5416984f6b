// Loaded into a running server by `--require`. Answers on a port of its own, as JSON:
// longest_turn_ms  the most CPU time that one turn of the event loop took since the last question. CPU time, and not
//                  time by the clock, so that other programs on the machine do not count
// connections      where the server connected to, from its start on
// kept_bytes       asked at `/collected`: what is left of the heap and of buffers after the garbage is collected
// heap_pages_bytes with it: the pages of the heap, those among them that hold nothing
// rss_bytes        with it: what the process has in memory
const { createServer } = require('node:http');
const { Socket } = require('node:net');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

// Only contexts that are made after this have the function.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const connections = new Set();
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...args) {
  connections.add(addressOf(...args.flat()));
  return connect.apply(this, args);
};

/** Of the forms `connect(options)`, `connect(path)` and `connect(port, host)`. */
function addressOf(first, second) {
  if (typeof first === 'object') return first.path ?? `${first.host ?? 'localhost'}:${first.port}`;
  return Number.isNaN(Number(first))
    ? first
    : `${typeof second === 'string' ? second : 'localhost'}:${first}`;
}

const used = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
let [before, longest_turn_ms] = [used(), 0];
const look = () => {
  const now = used();
  longest_turn_ms = Math.max(longest_turn_ms, now - before);
  before = now;
};
setInterval(look, 1).unref();

/** The first collection runs finalizers, which let go of more. */
function kept() {
  collectGarbage();
  collectGarbage();
  const { heapUsed, heapTotal, external, rss } = process.memoryUsage();
  return { kept_bytes: heapUsed + external, heap_pages_bytes: heapTotal, rss_bytes: rss };
}

const port = Number(process.env.PROBE_PORT);
delete process.env.PROBE_PORT;
createServer(({ url }, response) => {
  look();
  const asked = url === '/collected' ? kept() : {};
  response.end(JSON.stringify({ longest_turn_ms, connections: [...connections], ...asked }));
  longest_turn_ms = 0;
})
  .listen(port, '127.0.0.1')
  .unref();
