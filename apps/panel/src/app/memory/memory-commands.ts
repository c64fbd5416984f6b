import { inject } from '@angular/core';
import { Router } from '@angular/router';
import type { CommandSource } from '../layout/commands/commands';
import { markedParts } from '../ui/formats/highlighted';
import { addressOf } from './hit-address';
import { MemoryApi } from './memory-api';

const MOST = 6;

/** What the assistant's memory holds, by the words in it. */
export function memoryCommands(): CommandSource {
  const api = inject(MemoryApi);
  const router = inject(Router);
  return {
    heading: 'nav.memory',
    find: async (query) => {
      if (query.length < 2) return [];
      const { items } = await api.search({ q: query, limit: MOST });
      return items.map((hit) => ({
        id: `memory:${hit.kind}:${hit.id}`,
        label: hit.title,
        hint: markedParts(hit.excerpt)
          .map(({ text }) => text)
          .join(''),
        run: () => void router.navigate(addressOf(hit)),
      }));
    },
  };
}
