import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PageDto, TaskDto } from '@groupless/shared-dto';
import { createdOnce, MadeOnce, type RequestKey } from '../../../database/request-keys';
import { TellsMasked } from '../../../platform/http/masked-count';
import { RequiresMemoryRole } from '../../../platform/access/access.decorators';
import type { KnownActor } from '../../../platform/access/caller';
import { CurrentActor, CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import type { Answer } from '../../../platform/http/answer';
import { RowIdPipe } from '../../../platform/http/row-id.pipe';
import { TasksService } from './tasks.service';
import { CreateTaskRequest, PatchTaskRequest, TaskListRequest } from './task.request';
import type { Reader } from '../../readers/reader';
import { ReaderPipe } from '../../readers/reader.pipe';
import { MarksHeld } from '../../fence/quarantine/marks-held';
import { AsOfPipe } from '../../history/as-of/as-of.request';

const PATH = 'api/memory/tasks';

@ApiTags('Memory')
@Controller(PATH)
export class TasksController {
  constructor(private readonly tasks: TasksService) {}

  @Get()
  @MarksHeld('task')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'List the tasks',
    problems: ['invalid_cursor', 'project_not_found', 'project_ambiguous'],
  })
  list(
    @Query(AsOfPipe) query: TaskListRequest,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<PageDto<TaskDto>> {
    return this.tasks.list(query, reader);
  }

  @Post()
  @TellsMasked()
  @RequiresMemoryRole('operator')
  @Describes({ summary: 'Add a task', problems: ['task_exists', 'project_not_found'], once: true })
  create(
    @Body() task: CreateTaskRequest,
    @MadeOnce('task') request: RequestKey | null,
    @CurrentKnownActor() actor: KnownActor,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<Answer<TaskDto>> {
    const make = () => this.tasks.insert(task, actor, request);
    return createdOnce(`/${PATH}`, make, (id) => this.tasks.get(Number(id), reader));
  }

  @Get(':id')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({ summary: 'Read a task', problems: ['not_found'] })
  get(@Param('id', RowIdPipe) id: number, @CurrentActor(ReaderPipe) reader: Reader): Promise<TaskDto> {
    return this.tasks.get(id, reader);
  }

  @Patch(':id')
  @TellsMasked()
  @RequiresMemoryRole('operator', 'memory')
  @Describes({
    summary: 'Change a task',
    problems: ['not_found', 'task_exists', 'project_not_found'],
  })
  patch(
    @Param('id', RowIdPipe) id: number,
    @Body() patch: PatchTaskRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<TaskDto> {
    return this.tasks.patch(id, patch, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresMemoryRole('operator')
  @Describes({ summary: 'Remove a task', problems: ['not_found'] })
  remove(@Param('id', RowIdPipe) id: number, @CurrentKnownActor() actor: KnownActor): Promise<void> {
    return this.tasks.remove(id, actor);
  }
}
