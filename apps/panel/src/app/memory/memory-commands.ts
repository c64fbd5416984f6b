import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { Appearance } from '../i18n/appearance';
import { FeatureTexts } from '../i18n/feature-texts';
import type { CommandSource } from '../layout/commands/commands';
import { matching } from '../layout/commands/frame-commands';
import { screenCommands } from '../layout/commands/screen-commands';
import { Session } from '../session/session';
import { markedParts } from '../ui/formats/highlighted';
import { addressOf } from './hit-address';
import { MemoryApi } from './memory-api';
import { MEMORY_SCREENS } from './memory-screens';

const MOST = 6;

/** Whoever does not work with the memory finds it in its place alone. */
function seesHits(): () => boolean {
  const session = inject(Session);
  const { used_for } = inject(Appearance);
  return () => session.seesMemory() && used_for() !== 'bookings';
}

export function memoryPlaces(): CommandSource {
  const isSeen = seesHits();
  const { heading, find } = screenCommands('memory', MEMORY_SCREENS);
  return { heading, find: (query, until) => (isSeen() ? find(query, until) : []) };
}

/** What the assistant's memory holds, by the words in it, and a new task. */
export function memoryCommands(): CommandSource {
  const api = inject(MemoryApi);
  const router = inject(Router);
  const session = inject(Session);
  const isSeen = seesHits();
  const texts = inject(FeatureTexts);
  const transloco = inject(TranslocoService);
  return {
    heading: 'nav.memory',
    find: async (query) => {
      if (query.length < 2 || !isSeen()) return [];
      await texts.add('memory', (language) => import(`./i18n/${language}.json`));
      const newTask = {
        id: 'memory:task',
        label: transloco.translate('memory.task.new'),
        run: () => void router.navigateByUrl('/memory/tasks/new'),
      };
      // Single letters, as in “close a day”, are in every text.
      const q = query
        .split(/\s+/)
        .filter((word) => word.length > 1)
        .join(' ');
      const { items } = q === '' ? { items: [] } : await api.search({ q, limit: MOST });
      // What customers wrote is found among the conversations.
      const own = items.filter(({ kind, title }) => kind !== 'chat' || title.startsWith('project:'));
      const found = own.map((hit) => ({
        id: `memory:${hit.kind}:${hit.id}`,
        label: hit.title,
        hint: markedParts(hit.excerpt)
          .map(({ text }) => text)
          .join(''),
        run: () => void router.navigate(addressOf(hit)),
      }));
      return [...found, ...matching(query, session.may('operator') ? [newTask] : [])];
    },
  };
}
