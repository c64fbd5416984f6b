import { TestBed } from '@angular/core/testing';
import type { WorkflowDto } from '@groupless/shared-dto';
import { clearPage, layOut, line, pause, sayYes, startScreen } from '../../../testing/memory';
import { type as typeInto } from '../../../testing/render';
import { Toasts } from '../../ui/toasts/toasts';
import { curlOf } from './webhook-example';
import { Webhooks } from './webhooks';

const PATH = '/api/workflows';
const TASKS: WorkflowDto = {
  id: 'w1',
  name: 'Create, complete or cancel a task',
  method: 'POST',
  path: 'assistant-task',
  url: 'http://here.example/webhook/w1/webhook/assistant-task',
  active: true,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
  calls_24h: 12,
  errors_24h: 1,
  last_called_at: null,
};

beforeAll(layOut);
afterEach(clearPage);

describe('the webhooks', () => {
  const start = () => startScreen(Webhooks, { [PATH]: [TASKS] });

  it('show their URL, a command, and the calls and errors of a day', async () => {
    const { text } = await start();

    expect(text()).toContain(TASKS.url);
    expect(text()).toContain(`curl '${TASKS.url}'`);
    expect(text()).toContain('12 calls in 24 hours');
    expect(text()).toContain('1 error');
  });

  it('are switched off at once, and on again by Undo', async () => {
    const screen = await start();
    const control = screen.find('[role=switch]') as HTMLInputElement;
    control.click();
    await screen.settle();
    screen.written('POST', `${PATH}/w1/deactivate`).flush({ ...TASKS, active: false });
    await screen.settle();
    expect(screen.text()).toContain('Off');
    TestBed.inject(Toasts).shown()[0]?.action?.run();
    screen.written('POST', `${PATH}/w1/activate`).flush(TASKS);
    await screen.settle();

    expect(control.checked).toBe(true);
  });

  it('get a new URL only after their path was typed', async () => {
    const screen = await start();
    await screen.press('New URL…');
    await pause(60);
    await sayYes();
    screen.http.expectNone({ method: 'POST', url: `${PATH}/w1/rotate` });
    typeInto(document.querySelector<HTMLInputElement>('#typed-name')!, 'assistant-task');
    await pause();
    await sayYes();
    screen.written('POST', `${PATH}/w1/rotate`).flush({ ...TASKS, id: 'w2', url: 'http://here.example/w2' });
    await screen.settle();

    expect(screen.text()).toContain('http://here.example/w2');
    expect(screen.text()).not.toContain(TASKS.url);
  });

  it('show their last calls when asked', async () => {
    const screen = await start();
    await screen.press('Last calls of assistant-task');
    await screen.settle();
    await screen.answer({
      [`${PATH}/w1/executions`]: [
        { id: 'e1', called_at: TASKS.created_at, status: 400, duration_ms: 3, error_code: 'invalid_request' },
      ],
    });
    await screen.settle();

    expect(line(screen.find('tbody tr'))).toMatch(/400 ?3 ms ?invalid_request/);
  });
});

describe('the command of a webhook', () => {
  it('sends a body by POST, and the key of whoever runs it', () => {
    expect(curlOf(TASKS)).toBe(
      `curl '${TASKS.url}' -H "x-api-key: $MEMORY_API_KEY" -H 'content-type: application/json' -d '{"action": "create", "task": "Read the README", "priority": 5}'`,
    );
  });

  it('asks by GET with a query', () => {
    expect(curlOf({ method: 'GET', path: 'chat-history', url: 'http://here.example/h' })).toBe(
      `curl 'http://here.example/h?chat_id=demo&limit=30' -H "x-api-key: $MEMORY_API_KEY"`,
    );
  });
});
