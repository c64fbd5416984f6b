import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import {
  afterNextRender,
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Phone } from '../../ui/formats/phone';
import { Icon } from '../../ui/icon';
import { Commands, type Command } from './commands';
import { RecentRecords } from './recent-records';
import type { TypeAhead } from '../../ui/keys/type-ahead';

interface Group {
  heading: string;
  commands: readonly Command[];
}

const DEBOUNCE_MS = 120;

/** ⌘K: everything that can be found or done by its name. */
@Component({
  selector: 'app-palette',
  imports: [Icon, Phone, TranslocoPipe],
  templateUrl: './palette.html',
  styleUrl: './palette.css',
})
export class Palette {
  private readonly dialog = inject<DialogRef<void>>(DialogRef);
  private readonly commands = inject(Commands);
  private readonly recent = inject(RecentRecords);
  private readonly ahead = inject<TypeAhead | null>(DIALOG_DATA, { optional: true });
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  protected readonly query = signal('');
  protected readonly groups = signal<readonly Group[]>([]);
  protected readonly isSearching = signal(true);
  /** A part of the search could not be done. */
  protected readonly hasFailed = signal(false);
  /** What was gone to by the arrows; else the first is meant. */
  private readonly chosen = signal<Command | null>(null);
  /** Enter was pressed before what is typed was searched for. */
  private isFirstWanted = false;
  protected readonly flat = computed(() => this.groups().flatMap(({ commands }) => commands));
  private readonly active = computed(() => {
    const id = this.chosen()?.id;
    return Math.max(
      0,
      this.flat().findIndex((command) => command.id === id),
    );
  });
  protected readonly activeId = computed(() => {
    const command = this.flat()[this.active()];
    return command === undefined ? null : optionId(command);
  });
  protected readonly optionId = optionId;

  constructor() {
    afterNextRender(() => this.takeAhead());
    effect((onCleanup) => {
      const query = this.query().trim();
      const stop = new AbortController();
      const timer = setTimeout(() => void this.find(query, stop.signal), query === '' ? 0 : DEBOUNCE_MS);
      untracked(() => this.isSearching.set(true));
      onCleanup(() => {
        clearTimeout(timer);
        stop.abort();
      });
    });
  }

  /** The keys that were pressed while the palette was on its way. */
  private takeAhead(): void {
    const input = this.field().nativeElement;
    input.focus();
    const { text, hasEnter } = this.ahead?.take() ?? { text: '', hasEnter: false };
    if (text !== '') {
      input.value = text;
      this.type(text);
    }
    if (hasEnter) this.enter();
  }

  private enter(): void {
    this.isFirstWanted = this.isSearching() && this.chosen() === null;
    if (!this.isFirstWanted) this.run(this.flat()[this.active()]);
  }

  protected onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = this.flat().length;
    if (step !== undefined && count > 0) {
      event.preventDefault();
      this.chosen.set(this.flat()[(this.active() + step + count) % count] ?? null);
      document.getElementById(this.activeId() ?? '')?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.enter();
    }
  }

  protected type(query: string): void {
    this.isFirstWanted = false;
    this.chosen.set(null);
    this.isSearching.set(true);
    this.hasFailed.set(false);
    this.query.set(query);
  }

  protected run(command: Command | undefined): void {
    if (command === undefined) return;
    this.dialog.close();
    command.run();
  }

  /** Each source's finds are shown when they come, in the order of the sources. */
  private async find(query: string, until: AbortSignal): Promise<void> {
    const sources = await this.commands.sources();
    const found = new Array<Group>(sources.length);
    const recent = { heading: 'palette.recent', commands: this.recent.find(query) };
    const asked = sources.map(async (source, place) => {
      const commands = await source.find(query, until);
      if (until.aborted) return;
      found[place] = { heading: source.heading, commands };
      this.groups.set(namedFirst([recent, ...Object.values(found)]));
    });
    const answers = await Promise.allSettled(asked);
    if (until.aborted) return;
    this.hasFailed.set(answers.some(({ status }) => status === 'rejected'));
    this.isSearching.set(false);
    if (this.isFirstWanted) this.run(this.flat()[0]);
  }
}

/** What is called as was typed comes first, under a heading of its own: by its name before other words for it. */
function namedFirst(groups: readonly Group[]): Group[] {
  const all = groups.flatMap(({ commands }) => commands);
  const named = (['name', 'word'] as const).flatMap((by) => all.filter(({ namedBy }) => namedBy === by));
  // Several sources may add to the same group.
  const headings = [...new Set(groups.map(({ heading }) => heading))];
  const others = headings.map((heading) => ({
    heading,
    commands: groups
      .filter((group) => group.heading === heading)
      .flatMap(({ commands }) => commands.filter(({ namedBy }) => namedBy === undefined)),
  }));
  return [{ heading: 'palette.named', commands: named }, ...others].filter(
    ({ commands }) => commands.length > 0,
  );
}

function optionId({ id }: Command): string {
  return `command-${id.replaceAll(/[^\w-]/g, '-')}`;
}
