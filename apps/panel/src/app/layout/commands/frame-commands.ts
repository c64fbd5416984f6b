import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { THEMES } from '@groupless/shared-dto';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/languages';
import { Appearance } from '../../i18n/appearance';
import { OwnAccount } from '../navigation/own-account';
import { Session } from '../../session/session';
import type { Command, CommandSource } from './commands';
import { placesOf } from '../navigation/nav';
import { SidebarState } from '../navigation/sidebar-state';
import { folded } from '../../ui/formats/folded';

/** The places of the sidebar. */
export function placeCommands(): CommandSource {
  const router = inject(Router);
  const session = inject(Session);
  const { used_for } = inject(Appearance);
  const transloco = inject(TranslocoService);
  return {
    heading: 'palette.places',
    find: (query) =>
      matching(
        query,
        placesOf(session, used_for()).map(({ id, label, path, key }) => ({
          id: `go:${id}`,
          label: transloco.translate(label),
          keys: `g ${key}`,
          run: () => void router.navigateByUrl(path),
        })),
      ),
  };
}

/** What one can do everywhere. */
export function generalCommands(): CommandSource {
  const account = inject(OwnAccount);
  const sidebar = inject(SidebarState);
  const transloco = inject(TranslocoService);
  const text = (key: string, params = {}) => transloco.translate(key, params);
  return {
    heading: 'palette.actions',
    find: (query) =>
      matching(query, [
        ...THEMES.map((theme) => ({
          id: `theme:${theme}`,
          label: text('palette.theme', { theme: text(`themes.${theme}`) }),
          run: () => void account.prefer({ theme }),
        })),
        ...LANGUAGES.map((locale) => ({
          id: `language:${locale}`,
          label: text('palette.language', { language: LANGUAGE_NAMES[locale] }),
          run: () => void account.prefer({ locale }),
        })),
        { id: 'sidebar', label: text('frame.collapse'), keys: '[', run: () => sidebar.toggle() },
        { id: 'log_out', label: text('user_menu.log_out'), run: () => void account.logOut() },
      ]),
  };
}

/** Those whose words contain all words of the query. */
export function matching(query: string, commands: readonly Command[]): Command[] {
  const words = folded(query).split(' ').filter(Boolean);
  return commands
    .filter(({ label, hint = '', words: more = '' }) => {
      const text = folded(`${label} ${hint} ${more}`);
      return words.every((word) => text.includes(word));
    })
    .map((command) => ({ ...command, ...namedBy(command, words) }));
}

/** Shorter beginnings are more likely those of a person's name. */
const SHORTEST_BEGINNING = 4;

function namedBy({ label, words: more = '' }: Command, typed: readonly string[]): Pick<Command, 'namedBy'> {
  const begins = (text: string, beginning: string) =>
    text === beginning || (beginning.length >= SHORTEST_BEGINNING && text.startsWith(beginning));
  const name = folded(label);
  if (typed.length === 0) return {};
  if (begins(name, typed.join(' '))) return { namedBy: 'name' };
  const own = `${name} ${folded(more)}`.split(/[^\p{L}\p{N}]+/u);
  return typed.every((word) => own.some((one) => begins(one, word))) ? { namedBy: 'word' } : {};
}
