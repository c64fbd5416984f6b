import type { Page } from 'playwright-core';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { signIn } from '../harness/data/panel-users';
import { CANARY, HOSTILE_TEXTS, PLANTED } from './hostile-texts';
import { scrollsSideways, panelInBrowser } from './panel-in-browser';
import { isStill } from './requests-in-flight';

// A page takes its time on a busy machine, and there are many.
jest.setTimeout(1_200_000);

describe('a hundred hostile texts in the panel', () => {
  const panel = panelInBrowser();
  let thread: string;
  beforeAll(async () => {
    await panel.t.panel.query(
      `insert into clients (id, name, company, source, tags, notes, last_activity_at)
       select gen_random_uuid(), text, text, 'panel', array[text], text, now() from unnest($1::text[]) as text`,
      [HOSTILE_TEXTS],
    );
    await panel.t.memory.query(
      `with project as (
         insert into assistant_projects (name, description, notes, stack, url, server)
         select text, text, text, text, text, text from unnest($1::text[]) as text returning id, name
       ), task as (insert into assistant_tasks (task, project_id) select name, id from project
       ), person as (insert into assistant_people (name, relationship, notes) select name, name, name from project
       ), state as (insert into assistant_state (key, value, category) select name, name, name from project
       ) insert into assistant_sessions (summary, decisions_made, projects_touched, mood)
         select name, name, name, left(name, 32) from project`,
      [HOSTILE_TEXTS],
    );
    const chats = new Conversations(panel.t, await signIn(panel.t, { role: 'admin' }));
    const { conversation_id, chat_id } = await chats.begin(newChat(), {
      contact: { name: HOSTILE_TEXTS[0]! },
    });
    thread = conversation_id;
    for (const text of HOSTILE_TEXTS) {
      await chats.ping({ chat_id, message: says('user', text) });
      await chats.begin(newChat(), { contact: { name: text.trim() }, message: says('user', text) });
    }
  });

  const open = async (path: string) => {
    const window = await panel.openAs('admin');
    await window.page.addInitScript(CANARY);
    window.page.on('dialog', (dialog) => window.faults.push(`a dialog: ${dialog.message()}`));
    await window.page.goto(path);
    return window;
  };
  const demandCalm = async (page: Page, faults: string[], path: string) => {
    const ran = await page.evaluate<string[]>('ran');
    const sideways = await scrollsSideways(page);
    expect({ path, ran, faults, sideways }).toEqual({ path, ran: [], faults: [], sideways: false });
    expect({ path, planted: await page.locator(PLANTED).count() }).toEqual({ path, planted: 0 });
  };

  it('are a hundred', () => {
    expect(new Set(HOSTILE_TEXTS).size).toBe(100);
    expect(HOSTILE_TEXTS.filter((text) => Array.from(text).length > 200)).toEqual([]);
  });

  it.each([
    ['/clients', 'app-data-table .body .name', 'cdk-virtual-scroll-viewport', 500],
    ['/memory/tasks', 'app-data-table .body bdi', 'cdk-virtual-scroll-viewport', 500],
    ['/conversations/', 'app-message-list .bubble', 'app-message-list [role=region]', -500],
  ])('are shown as they are by %s, and none of them runs', async (path, cell, scroller, byPx) => {
    const { page, faults, context } = await open(path === '/conversations/' ? path + thread : path);
    const shown = await readThrough(page, cell, scroller, byPx);
    await demandCalm(page, faults, path);
    const missing = HOSTILE_TEXTS.filter((text) => !shown.some((one) => one.includes(plain(text))));

    expect(missing).toEqual([]);
    await context.close();
  });
});

/** White space is shown as HTML shows it. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** All texts of the cells of a list that keeps only a part of itself in the page. */
async function readThrough(page: Page, cell: string, scroller: string, byPx: number): Promise<string[]> {
  await page.locator(cell).first().waitFor();
  await isStill(page);
  const found = new Set<string>();
  for (let isEnd = false; !isEnd;) {
    for (const text of await page.locator(cell).allTextContents()) found.add(plain(text));
    // What comes next moves the place: the end is where nothing more comes.
    isEnd = await page.evaluate<boolean>(`(() => {
      const scroller = document.querySelector('${scroller}');
      const before = scroller.scrollTop;
      scroller.scrollTop += ${byPx};
      return scroller.scrollTop === before;
    })()`);
    await isStill(page);
  }
  return [...found];
}
