import { afterNextRender, Component, computed, ElementRef, inject } from '@angular/core';
import { ActivatedRoute, RouterLink, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ApiKeyDto, AssistantRunDto, PageDto, ProjectDto, QuarantinedDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { query } from '../../data/query';
import { PluralPipe } from '../../i18n/plural';
import { urlState } from '../../layout/url-state';
import { Session } from '../../session/session';
import { ErrorPanel } from '../../ui/error-panel';
import { RelativeTime } from '../../ui/formats/relative-time';
import { SearchField } from '../../ui/lists/search-field';
import { MemoryHeader } from '../memory-header';
import { seenGroups } from '../memory-tabs';
import { MemoryHits } from '../search/memory-hits';
import { AssistantSessions } from './assistant-sessions';
import { AttachCommands } from './attach-commands';

/**
 * Where the memory begins: one search over all of it, the way to its screens, what waits for somebody, and the coding
 * assistants that use it, with how to attach another.
 */
@Component({
  selector: 'app-overview',
  imports: [
    AssistantSessions,
    AttachCommands,
    ErrorPanel,
    MemoryHeader,
    MemoryHits,
    PluralPipe,
    RelativeTime,
    RouterLink,
    RouterOutlet,
    SearchField,
    TranslocoPipe,
  ],
  templateUrl: './overview.html',
  styleUrls: ['../../ui/lists/list-page.css', './overview.css'],
})
export class Overview {
  private readonly session = inject(Session);
  protected readonly isAdmin = computed(() => this.session.may('admin'));
  protected readonly isOperator = this.session.isOperator;
  protected readonly q = urlState('q');
  private readonly groups = seenGroups();
  protected readonly places = computed(() => this.groups().filter(({ name }) => name !== 'overview'));
  /** A machine has a key of its own, whose name says which it is. Only admins see keys. */
  protected readonly keys = query<ApiKeyDto[]>(() => (this.isAdmin() ? '/api/settings/keys' : undefined));
  protected readonly machines = computed(() =>
    (this.keys.value() ?? []).filter(({ scopes }) => scopes.includes('memory')),
  );
  private readonly held = query<PageDto<QuarantinedDto>>(() =>
    this.isOperator() ? '/api/memory/quarantine?limit=1' : undefined,
  );
  /** How much waits until somebody decides whether assistants are told it. */
  protected readonly waiting = computed(() => this.held.value()?.total ?? 0);
  protected readonly runs = pageList<AssistantRunDto>(
    () => (this.isOperator() ? { url: '/api/memory/assistants' } : undefined),
    { page: 20 },
  );
  protected readonly projects = query<PageDto<ProjectDto>>(
    () => '/api/memory/projects?sort=-updated_at&limit=200',
  );
  /** What a client has made is known by its repository or folder, which is no web address. */
  protected readonly attached = computed(() =>
    (this.projects.value()?.items ?? []).filter(({ url }) => url !== '' && !/^[a-z]+:\/\//i.test(url)),
  );
  /** Nothing is attached, as far as the present user sees: the commands are what is needed. */
  protected readonly isNew = computed(
    () =>
      this.projects.value() !== null &&
      (this.keys.value() !== null || !this.isAdmin()) &&
      (this.runs.isEmpty() || !this.isOperator()) &&
      this.attached().length + this.machines().length === 0,
  );

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    const comesToType = inject(ActivatedRoute).snapshot.fragment === 'find';
    if (comesToType)
      afterNextRender(() => host.querySelector<HTMLInputElement>('input[type=search]')?.focus());
  }

  protected chatOf({ url }: ProjectDto): string {
    return `project:${url}`;
  }
}
