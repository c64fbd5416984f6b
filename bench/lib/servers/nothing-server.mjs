// Answers as fast as Node can, to see what the load generator alone can do.
import { createServer } from 'node:http';

const ANSWERS = { '/small': Buffer.from('{"a":1}'), '/large': Buffer.alloc(288_000, 'a') };

createServer((request, response) => {
  const body = ANSWERS[request.url] ?? ANSWERS['/small'];
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
