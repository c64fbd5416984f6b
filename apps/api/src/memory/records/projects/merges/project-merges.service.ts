import { Injectable } from '@nestjs/common';
import type { MergePreviewDto, ProjectMergesDto, ProjectRecordDto } from '@groupless/shared-dto';
import { AuditService } from '../../../../audit/audit.service';
import { breaksAny } from '../../../../database/violations';
import { EventsService } from '../../../../events/events.service';
import type { KnownActor } from '../../../../platform/access/caller';
import { sourceOf } from '../../../../platform/access/write-source';
import { AppError, invalidRequest } from '../../../../platform/errors/app-error';
import { found } from '../../../../platform/errors/found';
import { ReadersService } from '../../../readers/readers.service';
import { ProjectMergesRepository } from './project-merges.repository';
import { ProjectsService } from '../projects.service';

/** Merges two projects that are one, and takes that back. */
@Injectable()
export class ProjectMergesService {
  constructor(
    private readonly merges: ProjectMergesRepository,
    private readonly projects: ProjectsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly readers: ReadersService,
  ) {}

  /**
   * Moves all that a project has into another, and deletes it. Sessions that are not for the caller keep its name.
   * @returns the other
   * @throws AppError `not_found`
   */
  async merge(id: number, into: number, actor: KnownActor): Promise<ProjectRecordDto> {
    if (id === into)
      throw invalidRequest([
        { field: 'into', code: 'not_allowed', message: 'into must be another project.' },
      ]);
    await this.demandAlike(id, into, actor);
    const reader = await this.readers.of(actor);
    found((await this.merges.merge(id, into, sourceOf(actor), reader)) || null, 'project');
    await this.audit.record(actor, {
      action: 'project.merged',
      object: `project:${id}`,
      details: { into: String(into) },
    });
    const { private_to } = await this.projects.find(into, actor);
    for (const changed of [id, into]) this.events.announce('project.updated', changed, private_to);
    return this.projects.get(into, actor);
  }

  /** What is private would be everybody's by a merge, or the other way round. */
  private async demandAlike(id: number, into: number, actor: KnownActor): Promise<void> {
    const [gone, stays] = [await this.projects.find(id, actor), await this.projects.find(into, actor)];
    if (gone.private_to !== stays.private_to) throw notAlike();
  }

  /** @throws AppError `not_found` */
  async preview(id: number, into: number, actor: KnownActor): Promise<MergePreviewDto> {
    await this.demandAlike(id, into, actor);
    return this.merges.preview(id, into, await this.readers.of(actor));
  }

  /**
   * What was merged into a project and can still come back.
   * @throws AppError `not_found`
   */
  async list(id: number, actor: KnownActor): Promise<ProjectMergesDto> {
    await this.projects.find(id, actor);
    const merges = await this.merges.listInto(id);
    return { merges: merges.map((merge) => ({ ...merge, merged_at: merge.merged_at.toISOString() })) };
  }

  /**
   * Brings a merged project back with what it had, as far as it is still where the merge put it.
   * @throws AppError `not_found`, `changed_since`
   */
  async undo(id: number, actor: KnownActor): Promise<ProjectRecordDto> {
    const merge = found(
      await this.merges.undo(id, sourceOf(actor), await this.readers.of(actor)).catch((error: unknown) => {
        if (!breaksAny(error)) throw error;
        throw cannotComeBack('another has its name now, or one of its rows has a duplicate');
      }),
      'merge of this project in the last 30 days',
    );
    if (merge === 'gone') throw cannotComeBack('the project that has its rows was deleted, or merged itself');
    await this.audit.record(actor, { action: 'project.merge_undone', object: `project:${id}` });
    const { private_to } = await this.projects.find(id, actor);
    for (const changed of [id, merge.into_id]) this.events.announce('project.updated', changed, private_to);
    return this.projects.get(id, actor);
  }
}

function notAlike(): AppError {
  const message = 'A private project is merged with another one of its owner alone: share it first.';
  return invalidRequest([{ field: 'into', code: 'not_allowed', message }]);
}

function cannotComeBack(why: string): AppError {
  return new AppError('changed_since', `The project cannot come back: ${why}.`, {
    members: { current: null },
  });
}
