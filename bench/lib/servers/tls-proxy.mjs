// nginx with TLS and HTTP/2 in front of a server, as in an installation.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './servers.mjs';

const NGINX = '/usr/sbin/nginx';
const LONGEST_START_MS = 5_000;

/**
 * The certificate is self-signed. Needs Debian's nginx-light and openssl.
 * @param port of the server behind it
 * @param folder for its files
 * @returns its address
 */
export async function startTlsProxy(stack, { port, folder }) {
  const tlsPort = await freePort();
  const file = (name) => join(folder, name);
  makeCertificate(file('key.pem'), file('certificate.pem'));
  writeFileSync(
    file('nginx.conf'),
    `daemon off;
pid ${file('nginx.pid')};
error_log ${file('nginx.log')};
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${file(name)};`).join(' ')}
  server {
    listen 127.0.0.1:${tlsPort} ssl http2;
    ssl_certificate ${file('certificate.pem')};
    ssl_certificate_key ${file('key.pem')};
    location / {
      proxy_pass http://127.0.0.1:${port};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
  }
}
`,
  );
  const nginx = spawn(NGINX, ['-c', file('nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] });
  stack.defer(async () => {
    if (nginx.exitCode === null && nginx.kill()) await once(nginx, 'exit');
  });
  await once(nginx, 'spawn');
  await waitForPort(tlsPort);
  return `https://localhost:${tlsPort}`;
}

function makeCertificate(key, certificate) {
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
  ];
  const { status } = spawnSync(
    'openssl',
    [...args, '-subj', '/CN=localhost', '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  );
  if (status !== 0) throw new Error('openssl could not make a certificate.');
}

async function waitForPort(port) {
  const until = Date.now() + LONGEST_START_MS;
  while (!(await accepts(port))) {
    if (Date.now() > until) throw new Error('nginx did not start.');
    await pause(20);
  }
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
