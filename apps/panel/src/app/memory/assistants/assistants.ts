import { Component, computed, inject } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ApiKeyDto, PageDto, ProjectDto, QuarantinedDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { PluralPipe } from '../../i18n/plural';
import { Session } from '../../session/session';
import { ErrorPanel } from '../../ui/error-panel';
import { RelativeTime } from '../../ui/formats/relative-time';
import { MemoryHeader } from '../memory-header';
import { AssistantSessions } from './assistant-sessions';
import { AttachCommands } from './attach-commands';

/** The coding assistants that use the memory by themselves: their machines, their projects, and how to attach another. */
@Component({
  selector: 'app-assistants',
  imports: [
    AssistantSessions,
    AttachCommands,
    ErrorPanel,
    MemoryHeader,
    PluralPipe,
    RelativeTime,
    RouterLink,
    RouterOutlet,
    TranslocoPipe,
  ],
  templateUrl: './assistants.html',
  styleUrls: ['../../ui/lists/list-page.css', './assistants.css'],
})
export class Assistants {
  private readonly session = inject(Session);
  protected readonly isAdmin = computed(() => this.session.may('admin'));
  protected readonly isOperator = this.session.isOperator;
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
  protected readonly projects = query<PageDto<ProjectDto>>(
    () => '/api/memory/projects?sort=-updated_at&limit=200',
  );
  /** What a client has made is known by its repository or folder, which is no web address. */
  protected readonly attached = computed(() =>
    (this.projects.value()?.items ?? []).filter(({ url }) => url !== '' && !/^[a-z]+:\/\//i.test(url)),
  );

  protected chatOf({ url }: ProjectDto): string {
    return `project:${url}`;
  }
}
