import { APPOINTMENTS } from './panel/appointments';
import { AUDIT } from './panel/audit';
import { CLIENTS } from './panel/clients';
import { CONVERSATIONS } from './panel/conversations';
import { HOOKS } from './panel/hooks';
import { REPORTS } from './panel/reports';
import { TELLING } from './panel/telling';
import { DECISIONS } from './memory/decisions';
import { PROJECTS } from './memory/projects';
import { SEARCH } from './memory/search';

/**
 * Functions and triggers that may change, as they are now: `putFunctions()` brings those of a database to this. Those under an
 * index, a constraint or a generated column are not among them, nor those that a migration itself runs.
 */
export const FUNCTIONS = {
  panel: [CLIENTS, CONVERSATIONS, APPOINTMENTS, HOOKS, TELLING, AUDIT, REPORTS],
  memory: [SEARCH, PROJECTS, DECISIONS],
};
