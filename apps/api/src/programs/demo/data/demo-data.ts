import { validateSync } from 'class-validator';
import appointments from '../../../../demo/appointments.json';
import chats from '../../../../demo/chats.json';
import clients from '../../../../demo/clients.json';
import people from '../../../../demo/people.json';
import projects from '../../../../demo/projects.json';
import sessions from '../../../../demo/sessions.json';
import settings from '../../../../demo/settings.json';
import state from '../../../../demo/state.json';
import tasks from '../../../../demo/tasks.json';
import {
  DemoAppointment,
  DemoChat,
  DemoClient,
  DemoPerson,
  DemoProject,
  DemoSession,
  DemoSettings,
  DemoState,
  DemoTask,
} from './demo-entries';

/**
 * Validates the entries of a demo file.
 * @throws Error with the file, the entry and the problem
 */
export function checkedEntries<Entry extends object>(
  file: string,
  Class: new () => Entry,
  entries: readonly object[],
): Entry[] {
  return entries.map((fields, index) => {
    const checks = { whitelist: true, forbidNonWhitelisted: true };
    const [error] = validateSync(Object.assign(new Class(), fields), checks);
    if (error === undefined) return fields as Entry;
    const reasons = Object.values(error.constraints ?? {}).join(', ');
    throw new Error(`The demo data in ${file}, entry ${index + 1}, cannot be used: ${reasons}.`);
  });
}

export const [SETTINGS] = checkedEntries('settings.json', DemoSettings, [settings]) as [DemoSettings];
export const PROJECTS = checkedEntries('projects.json', DemoProject, projects);
export const PEOPLE = checkedEntries('people.json', DemoPerson, people);
export const STATE = checkedEntries('state.json', DemoState, state);
export const TASKS = checkedEntries('tasks.json', DemoTask, tasks);
export const SESSIONS = checkedEntries('sessions.json', DemoSession, sessions);
export const CHATS = checkedEntries('chats.json', DemoChat, chats);
export const CLIENTS = checkedEntries('clients.json', DemoClient, clients);
export const APPOINTMENTS = checkedEntries('appointments.json', DemoAppointment, appointments);
