'use strict';
// Loaded before the program: its file operations can be killed or made to fail at a chosen one.
const fs = require('node:fs');
const { writeFileSync } = fs;
const { FAIL_AT, FAIL_HOW, FAIL_PATH, FAIL_COUNT } = process.env;
const NAMES = [
  ...[
    'openSync',
    'writeFileSync',
    'renameSync',
    'rmSync',
    'mkdirSync',
    'linkSync',
    'rmdirSync',
    'fchmodSync',
  ],
  ...['fsyncSync', 'chownSync', 'utimesSync', 'mkdir', 'rmdir'],
];
const NEEDS_SPACE = ['openSync', 'writeFileSync', 'mkdirSync', 'linkSync', 'mkdir'];

let count = 0;

for (const name of NAMES) {
  const original = fs[name];
  fs[name] = function (...args) {
    if (name === 'openSync' && !isWriting(args[1])) return original.apply(fs, args);
    count++;
    const code = faultOf(name, args);
    if (code === null) return original.apply(fs, args);
    if (code.startsWith('SIG')) {
      process.kill(process.pid, code);
      return original.apply(fs, args);
    }
    const error = Object.assign(new Error(`${code}: ${name}`), { code });
    const done = args.at(-1);
    if (typeof done !== 'function') throw error;
    return process.nextTick(done, error);
  };
}

process.on('exit', () => FAIL_COUNT && writeFileSync(FAIL_COUNT, String(count)));

function faultOf(name, args) {
  if (FAIL_HOW === 'EPERM')
    return name === 'renameSync' && String(args[1]).endsWith(FAIL_PATH) ? 'EPERM' : null;
  if (FAIL_HOW === 'EIO' || FAIL_HOW?.startsWith('SIG')) return count === Number(FAIL_AT) ? FAIL_HOW : null;
  if (FAIL_HOW === 'ENOSPC') return count >= Number(FAIL_AT) && NEEDS_SPACE.includes(name) ? 'ENOSPC' : null;
  return null;
}

function isWriting(flags) {
  return typeof flags === 'number'
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0
    : /[wa+]/.test(flags ?? 'r');
}
