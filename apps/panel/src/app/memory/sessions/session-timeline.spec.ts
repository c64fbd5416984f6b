import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import type { SessionDto } from '@groupless/shared-dto';
import { clearPage, layOut, line, pageOf, startScreen } from '../../../testing/memory';
import { DecisionList } from '../decisions/decision-list';
import { TaskList } from '../tasks/task-list';
import { SessionDrawer } from './session-drawer';
import { SessionTimeline } from './session-timeline';

const SESSION: SessionDto = {
  id: 4,
  session_date: '2026-11-18T23:30:00.000Z',
  summary: 'Moved <b>the page</b>.\nAll of it.',
  projects_touched: 'website',
  decisions_made: '',
  tasks_completed: 'Move the page',
  tasks_created: '',
  mood: 'calm',
};

beforeAll(layOut);
afterEach(clearPage);

describe('the sessions', () => {
  const sessions = [
    SESSION,
    { ...SESSION, id: 3, session_date: '2026-11-18T08:00:00.000Z' },
    { ...SESSION, id: 2, session_date: '2026-11-17T08:00:00.000Z' },
  ];
  const start = () => startScreen(SessionTimeline, { '/api/memory/sessions': pageOf(sessions) });

  it('stand under the days on which they were', async () => {
    const { findAll } = await start();

    expect(findAll('.day').map(line)).toEqual(['Nov 18, 2026', 'Nov 17, 2026']);
    expect(findAll('ol').map(({ childElementCount }) => childElementCount)).toEqual([2, 1]);
  });

  it('are read again when the assistant has ended one', async () => {
    const screen = await start();
    await screen.tell();
    await screen.answer({ '/api/memory/sessions': pageOf([SESSION]) });
    await screen.settle();

    expect(screen.text()).toContain('1 session');
  });
});

describe('a list of the memory in which a project has nothing', () => {
  it.each([
    ['sessions', SessionTimeline],
    ['tasks', TaskList],
    ['decisions', DecisionList],
  ] as const)('does not say that there are none at all: %s', async (kind, list) => {
    const path = `/api/memory/${kind}`;
    const none = { [path]: pageOf([]), '/api/memory/projects': pageOf([]) };
    const { text, answer, settle } = await startScreen<SessionTimeline | TaskList | DecisionList>(list, none);
    expect(text()).not.toContain('Nothing is found');
    await TestBed.inject(Router).navigate([], { queryParams: { project: 'website' } });
    await settle();
    await answer(none);
    await settle();
    expect(text()).toContain('Nothing is found');
  });
});

describe('a session', () => {
  it('shows its whole text as it is, and only the parts that it has', async () => {
    const { find, findAll } = await startScreen(
      SessionDrawer,
      { '/api/memory/sessions/4': SESSION },
      { role: 'viewer', inputs: { id: '4' } },
    );

    expect(find('.whole').textContent).toBe(SESSION.summary);
    expect(findAll('h3').map(line)).toEqual(['Tasks completed', 'Projects', 'Mood']);
  });
});
