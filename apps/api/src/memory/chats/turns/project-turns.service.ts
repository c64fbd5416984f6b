import { Injectable } from '@nestjs/common';
import { LIMITS, type LastSessionDto, type LastSessionQueryDto } from '@groupless/shared-dto';
import type { ModelHistory } from '@groupless/shared-dto/tool-answers';
import { AppError } from '../../../platform/errors/app-error';
import { ownIdentity } from '../../records/projects/identities/identity';
import { SearchIndexService } from '../../search/index/search-index.service';
import type { ScopedProject } from '../../records/projects/named-project';
import { fitted, type Asked } from '../model-history';
import { ProjectTurnsRepository } from './project-turns.repository';
import { PROJECT_CHATS, type Reader } from '../../readers/reader';

const NONE = {
  session_id: null,
  branch: null,
  head: null,
  machine: null,
  last_turn_at: null,
  is_running: false,
} as const;

/** The turns of assistants' sessions about a project. */
@Injectable()
export class ProjectTurnsService {
  constructor(
    private readonly turns: ProjectTurnsRepository,
    private readonly index: SearchIndexService,
  ) {}

  /**
   * The last turns of one session. Turns of several parallel sessions would be mixed up.
   * @throws AppError `not_found` if the chat is about no project
   */
  async lastSession(
    chat_id: string,
    place_owner: string | null,
    { owner }: Reader,
    { session_id, limit = LIMITS.chat_history.default }: LastSessionQueryDto,
  ): Promise<LastSessionDto> {
    if (!chat_id.startsWith(PROJECT_CHATS))
      throw new AppError(
        'not_found',
        `Only chats whose id begins with "${PROJECT_CHATS}" are about a project.`,
      );
    // Recent turns are judged now.
    await this.index.catchUp();
    const identity = ownIdentity(chat_id.slice(PROJECT_CHATS.length), place_owner);
    const chat = { chat_id, owner, identity, place_owner };
    const [found, branches] = await Promise.all([
      this.turns.findLastSession(chat, session_id ?? null),
      this.turns.listBranches(chat),
    ]);
    const told = found ?? NONE;
    const messages = told.session_id === null ? [] : await this.turns.listTurns(chat, told.session_id, limit);
    return { ...told, messages, branches };
  }

  /** What was said about a project, the newest that fits into the budget, for a model. */
  async history(
    project: ScopedProject,
    { limit = LIMITS.chat_history.default, before, budget }: Asked,
    { owner }: Reader,
  ): Promise<ModelHistory> {
    await this.index.catchUp();
    const [chat_id, messages] = await Promise.all([
      this.turns.findChat(project.id),
      this.turns.listOfProject(project.id, owner, limit, before ?? null),
    ]);
    return fitted(chat_id ?? `${PROJECT_CHATS}${project.name}`, messages, budget, limit);
  }
}
