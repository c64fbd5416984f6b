/*
 * Preloaded into a program of others: it reaches this machine alone. What it wants of another one is refused like a name
 * that is not known, and printed.
 */
const dns = require('node:dns');
const net = require('node:net');

const isHere = (host) =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::)$/i.test(host);

function refusal(host) {
  process.stderr.write(`REFUSED: ${host}\n`);
  return Object.assign(new Error(`Only this machine can be reached, not ${host}.`), { code: 'ENOTFOUND' });
}

const { lookup } = dns;
dns.lookup = (host, options, done) => {
  if (isHere(host)) return lookup(host, options, done);
  process.nextTick(typeof options === 'function' ? options : done, refusal(host));
};

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first, second] = args.flat();
  const host = typeof first === 'object' && first !== null ? first.host : second;
  if (typeof host !== 'string' || net.isIP(host) === 0 || isHere(host)) return connect.apply(this, args);
  return this.destroy(refusal(host));
};
