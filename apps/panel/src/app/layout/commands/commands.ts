import { inject, Injectable, InjectionToken, Injector, runInInjectionContext } from '@angular/core';

/** One line of the palette. */
export interface Command {
  /** Unique in the palette, such as `client:<id>`. */
  id: string;
  /** As it is shown; already in the user's language. */
  label: string;
  /** Beside it, quieter: a phone number, the place of a setting. */
  hint?: string;
  /** What it is found by too. Not shown. */
  words?: string;
  /** Its keys, where it has some. */
  keys?: string;
  /** How what was typed names it: by its own name or the beginning of it, or by another word for it. Then it comes first. */
  namedBy?: 'name' | 'word';
  run: () => void;
}

/** Finds commands for what was typed. An empty query asks for what is worth showing anyway. */
export interface CommandSource {
  /** Key of the heading. */
  heading: string;
  find(query: string, until: AbortSignal): readonly Command[] | Promise<readonly Command[]>;
}

type LazySource = () => Promise<() => CommandSource>;

/**
 * Sources that load when the palette is first opened. Each is a function that runs in an injection context and returns
 * its source: `provideCommands(() => import('./clients/clients-commands').then((m) => m.clientCommands))`.
 */
const COMMAND_SOURCES = new InjectionToken<readonly LazySource[]>('COMMAND_SOURCES');

export function provideCommands(load: LazySource) {
  return { provide: COMMAND_SOURCES, multi: true, useValue: load };
}

/** Belongs to the frame, beside the sources. */
@Injectable()
export class Commands {
  private readonly injector = inject(Injector);
  private readonly lazy = inject(COMMAND_SOURCES, { optional: true }) ?? [];
  private readonly loaded = new Map<LazySource, CommandSource>();

  /** Those that could be loaded; the others are tried again the next time. */
  async sources(): Promise<CommandSource[]> {
    const sources = await Promise.allSettled(this.lazy.map((load) => this.load(load)));
    return sources.flatMap((source) => (source.status === 'fulfilled' ? [source.value] : []));
  }

  private async load(load: LazySource): Promise<CommandSource> {
    const known = this.loaded.get(load);
    if (known !== undefined) return known;
    const make = await load();
    const source = runInInjectionContext(this.injector, make);
    this.loaded.set(load, source);
    return source;
  }
}
