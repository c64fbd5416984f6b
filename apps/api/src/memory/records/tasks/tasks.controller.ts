import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresRole } from '../../../shared/access/access.decorators';
import type { Actor } from '../../../shared/access/caller';
import { CurrentActor } from '../../../shared/access/current-caller';
import { Describes } from '../../../shared/docs/describes';
import { createdAt, ok, type Answer } from '../../../shared/http/answer';
import { RowIdPipe } from '../../../shared/http/row-id.pipe';
import { TasksPage, TaskRow } from '../../rows.response';
import { TasksService } from './tasks.service';
import { CreateTaskRequest, PatchTaskRequest, TaskListRequest } from './task.request';

const PATH = 'api/memory/tasks';

@ApiTags('Memory')
@Controller(PATH)
export class TasksController {
  constructor(private readonly tasks: TasksService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({ summary: 'List the tasks', answers: TasksPage, problems: ['invalid_cursor'] })
  async list(@Query() query: TaskListRequest): Promise<Answer> {
    return ok(await this.tasks.list(query));
  }

  @Post()
  @RequiresRole('operator')
  @Describes({ summary: 'Add a task', creates: TaskRow, problems: ['task_exists', 'project_not_found'] })
  async create(@Body() task: CreateTaskRequest, @CurrentActor() actor: Actor): Promise<Answer> {
    return createdAt(`/${PATH}`, await this.tasks.insert(task, actor));
  }

  @Get(':id')
  @RequiresRole('viewer')
  @Describes({ summary: 'Read a task', answers: TaskRow, problems: ['not_found'] })
  async get(@Param('id', RowIdPipe) id: number): Promise<Answer> {
    return ok(await this.tasks.get(id));
  }

  @Patch(':id')
  @RequiresRole('operator')
  @Describes({
    summary: 'Change a task',
    answers: TaskRow,
    problems: ['not_found', 'task_exists', 'project_not_found'],
  })
  async patch(
    @Param('id', RowIdPipe) id: number,
    @Body() patch: PatchTaskRequest,
    @CurrentActor() actor: Actor,
  ): Promise<Answer> {
    return ok(await this.tasks.patch(id, patch, actor));
  }
}
