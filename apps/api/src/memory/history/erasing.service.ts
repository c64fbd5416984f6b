import { Injectable } from '@nestjs/common';
import type { VersionKind } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { sourceOf } from '../../platform/access/write-source';
import { found } from '../../platform/errors/found';
import { ContextService } from '../brief/context.service';
import { SearchIndexService } from '../search/search-index.service';
import { CorrectionsRepository } from './corrections.repository';
import { VERSIONED } from './versioned-kinds';

/** Removes a row of the memory with all that is known of it. */
@Injectable()
export class ErasingService {
  constructor(
    private readonly corrections: CorrectionsRepository,
    private readonly index: SearchIndexService,
    private readonly context: ContextService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /**
   * A project takes its state and decisions along, a session its decisions: the database would delete them with it and keep
   * them as versions.
   * @throws AppError `not_found` if there is neither the row nor a version of it
   */
  async erase(kind: VersionKind, id: number, actor: KnownActor): Promise<void> {
    for (const dependent of await this.corrections.listDependents(kind, id, sourceOf(actor)))
      await this.eraseRow(dependent.kind, dependent.id, actor);
    await this.eraseRow(kind, id, actor);
  }

  private async eraseRow(kind: VersionKind, id: number, actor: KnownActor): Promise<void> {
    await this.events.eraseEvents(kind, id);
    found(await this.corrections.erase(kind, id, sourceOf(actor)), 'row of the memory');
    await this.audit.record(actor, { action: 'memory.erased', object: `${kind}:${id}` });
    this.context.forget();
    this.events.announce(VERSIONED[kind].event, kind === 'state' ? null : id);
    // The index would follow by its job; an erasure is to be complete at once.
    await this.index.removeDeleted(kind, id);
  }
}
