// Answers every request with fixed bytes: the upper limit of Node and of the load generator.
import { createServer } from 'node:http';

const ANSWERS = { '/small': Buffer.from('{"a":1}'), '/large': Buffer.alloc(288_000, 'a') };

createServer((request, response) => {
  const body = ANSWERS[request.url] ?? ANSWERS['/small'];
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
