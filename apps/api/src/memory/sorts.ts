import type { SortKey } from '../database/pages/page-statements';
import type { KeyKind } from '../platform/http/cursor';

const key = (kind: KeyKind, sql: string, descending = false): SortKey => ({ sql, kind, descending });

const ID = key('integer', 'id');
const ID_DOWN = key('integer', 'id', true);
const NAME = 'sort_name(name) collate "C"';
const plain = (column: string) => `${column} collate "C"`;

/** The orders of the memory's lists. Each ends with the id, so that no two rows are equal. */
export const SORTS = {
  projects: {
    priority: [key('integer', 'priority', true), key('text', NAME), ID],
    name: [key('text', NAME), ID],
    '-name': [key('text', NAME, true), ID_DOWN],
    '-updated_at': [key('time', 'updated_at', true), ID_DOWN],
  },
  people: {
    name: [key('text', NAME), ID],
    '-name': [key('text', NAME, true), ID_DOWN],
    '-updated_at': [key('time', 'updated_at', true), ID_DOWN],
  },
  state: {
    category: [key('text', plain('category')), key('text', plain('key')), ID],
    key: [key('text', plain('key')), ID],
    '-key': [key('text', plain('key'), true), ID_DOWN],
    '-updated_at': [key('time', 'updated_at', true), ID_DOWN],
  },
  tasks: {
    priority: [key('integer', 'priority', true), key('time', 'created_at'), ID],
    created_at: [key('time', 'created_at'), ID],
    '-created_at': [key('time', 'created_at', true), ID_DOWN],
    '-updated_at': [key('time', 'updated_at', true), ID_DOWN],
  },
  decisions: {
    '-at': [key('time', 'at', true), ID_DOWN],
    at: [key('time', 'at'), ID],
  },
  sessions: {
    session_date: [key('time', 'session_date'), ID],
    '-session_date': [key('time', 'session_date', true), ID_DOWN],
  },
} as const satisfies Record<string, Record<string, readonly SortKey[]>>;
