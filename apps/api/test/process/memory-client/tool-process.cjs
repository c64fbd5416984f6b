/* global setTimeout */
// Plays the process of an assistant: runs the commands of its hooks as assistants do, through a shell, one at a time or
// in the background. What it is told and what it answers goes over the channel to its parent.
const { spawn } = require('node:child_process');

process.on('message', ({ id, command, input, cwd, interruptAfterMs }) => {
  const startedAt = performance.now();
  const child = spawn('sh', ['-c', command], { cwd, detached: true });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.resume();
  child.stdin.on('error', () => undefined).end(input);
  // A terminal sends Ctrl-C to all processes before it.
  if (interruptAfterMs !== null) setTimeout(() => process.kill(-child.pid, 'SIGINT'), interruptAfterMs);
  child.on('close', (code) => process.send({ id, code, stdout, ms: performance.now() - startedAt }));
});
process.send('ready');
