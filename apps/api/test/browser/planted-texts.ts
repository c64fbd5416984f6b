import type { ServedApp } from '../harness/apps/served-app';
import { signIn } from '../harness/data/panel-users';
import { atOnce } from '../harness/data/times';
import { fillScreens } from './fill-screens';
import { plantDesk, plantSeries } from './planted-desk-texts';
import { plantAssistant, plantAssistantsChat, plantByWebhooks, plantMemory } from './planted-memory-texts';
import { plantChat, plantClientsByFile, plantPeople, plantSettings } from './planted-panel-texts';
import { Planting } from './planting';
import type { RowIds } from './screens';

/** So that the server works while the database does. */
const AT_ONCE = 4;

/**
 * Puts each text into every field that people, agents and assistants may fill, by the ways by which they do: one alone
 * into a name, and as many as have room into a longer field.
 */
export async function plant(
  t: ServedApp,
  texts: readonly string[],
  pagesOfAKind: number,
): Promise<{ ids: RowIds; planting: Planting }> {
  const ids = await fillScreens(t);
  const planting = new Planting(t, await signIn(t), texts, pagesOfAKind);
  await plantSettings(planting, ids);
  const conversation = { id: ids.conversation, chat_id: await chatOf(t, ids.conversation) };
  const webhooks = {
    summary: await t.webhook('assistant-session-summary'),
    state: await t.webhook('assistant-update-state'),
    task: await t.webhook('assistant-task'),
  };
  const context = await t.webhook('assistant-context');
  // First, since whoever reads a full memory gets some megabytes.
  await forEachText(texts, (index) => plantAssistant(planting, index, context));
  await forEachText(texts, async (index) => {
    await plantPeople(planting, index);
    await plantChat(planting, index, conversation);
    await plantMemory(planting, index);
    await plantByWebhooks(planting, index, webhooks);
    await plantSeries(planting, index);
    if (planting.isLookedAt(index)) await plantAssistant(planting, index, context);
  });
  await plantAssistantsChat(planting);
  await plantClientsByFile(planting);
  await plantDesk(planting, ids);
  return { ids, planting };
}

async function forEachText(texts: readonly string[], work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  await atOnce(AT_ONCE, async () => {
    while (next < texts.length) await work(next++);
  });
}

async function chatOf(t: ServedApp, conversation: string): Promise<string> {
  const { rows } = await t.panel.query<{ chat_id: string }>(
    'select chat_id from conversations where id = $1',
    [conversation],
  );
  return rows[0]!.chat_id;
}
