// What `npm start` runs: builds what is out of date, then becomes the API.
import { existsSync } from 'node:fs';
import { build } from './build.mjs';

if (existsSync('.env')) process.loadEnvFile('.env');
build();
process.setSourceMapsEnabled(true);
await import(new URL('../dist/apps/api/main.cjs', import.meta.url));
