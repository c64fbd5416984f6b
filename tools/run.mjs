// npm's scripts for what is built, such as `npm start`: builds what is out of date, then runs `groupless <command>`.
import { build } from './build.mjs';

build();
await import(new URL('../dist/apps/api/groupless.mjs', import.meta.url));
