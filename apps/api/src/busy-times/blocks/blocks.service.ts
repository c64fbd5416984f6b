import { Injectable } from '@nestjs/common';
import type {
  BlockDto,
  BlockListQueryDto,
  CreateBlockDto,
  PageDto,
  PatchBlockDto,
  SavedBlockDto,
  SeriesScope,
} from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import type { AuditEvent } from '../../audit/audit-event.entity';
import { mapPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { requestKeyOf } from '../../database/request-keys';
import { EventsService } from '../../events/events.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { placeOrAll, readPlaces } from '../../shared/known-names';
import type { Actor, KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { found } from '../../platform/errors/found';
import { Bus } from '../../shared/bus/bus';
import { newId } from '../../shared/new-id';
import { startsOf } from '../../shared/recurrence/occurrences';
import { readRule } from '../../shared/recurrence/recurrence-rule';
import { firstInstantOf } from '../../platform/validation/times/day-or-time';
import { rangeBetween } from '../../platform/validation/times/time-range';
import { APPOINTMENTS_MET } from '../public';
import { changedTimes, endLike, movedAlike, soundTimes } from './block-times';
import { Block } from './block.entity';
import { toBlockDto } from './block.mapper';
import { BlocksRepository } from './blocks.repository';

type BlockQuestion = Omit<BlockListQueryDto, keyof PageInput> & PageInput;

/** Times that an operator keeps free of appointments. */
@Injectable()
export class BlocksService {
  constructor(
    private readonly blocks: BlocksRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `invalid_cursor`, `invalid_request` */
  async list({ from, to, resource, resource_id, ...page }: BlockQuestion): Promise<PageDto<BlockDto>> {
    const settings = await this.settings.current();
    const read = (text: string | undefined) =>
      text === undefined ? null : firstInstantOf(text, settings.time_zone);
    const places = readPlaces({ resource, resource_id }, settings);
    const filters = { ...rangeBetween(read(from), read(to)), ...places };
    return mapPage(await this.blocks.listBlocks(filters, page), toBlockDto);
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<BlockDto> {
    return toBlockDto(found(await this.blocks.findBlock(id), 'block'));
  }

  /**
   * Blocks a time, or by a rule several.
   * @param dry_run whether only to answer what would happen
   * @param key of an `Idempotency-Key`: a repeat with it within a day is answered with the block of the first request
   * @throws AppError `invalid_request`, `unknown_resource`, `idempotency_key_reused`
   */
  async create(
    block: CreateBlockDto,
    actor: KnownActor,
    { dry_run, key }: { dry_run: boolean; key: string | null },
  ): Promise<{ saved: SavedBlockDto; is_new: boolean }> {
    const blocks = await this.read(block);
    const [first] = blocks;
    if (first === undefined) throw new Error('A rule gave no block.');
    if (dry_run) return { saved: await this.saved(first, blocks), is_new: false };
    const request = requestKeyOf('block', actor.caller, key, block);
    const event = this.eventOf('created', actor)(first, blocks.length);
    const known = await this.blocks.insertBlocks(blocks, event, request);
    if (known !== null) {
      const before = await this.blocks.listSeries(known);
      const asked = found(before.find(({ id }) => id === known) ?? null, 'block');
      return { saved: await this.saved(asked, before), is_new: false };
    }
    this.events.announce('block.updated', blocks.length === 1 ? first.id : null);
    return { saved: await this.saved(first, blocks), is_new: true };
  }

  /**
   * @param dry_run whether only to answer what would happen
   * @throws AppError `not_found`, `invalid_request`, `unknown_resource`
   */
  async patch(
    id: string,
    patch: PatchBlockDto,
    { scope, dry_run }: { scope: SeriesScope; dry_run: boolean },
    actor: Actor,
  ): Promise<SavedBlockDto> {
    const settings = await this.settings.current();
    const now = this.clock.now();
    const change = (stored: Block, asked: Block): Block => {
      const times = changedTimes(asked, patch);
      const isPlaced = patch.resource !== undefined || patch.resource_id !== undefined;
      const { resource, resource_id } = isPlaced ? placeOrAll(patch, settings, asked) : stored;
      const moved = stored.id === asked.id ? times : movedAlike(stored, asked, times, settings.time_zone);
      const told = { resource, resource_id, reason: patch.reason ?? stored.reason, updated_at: now };
      return Object.assign(new Block(), stored, moved, told);
    };
    const auditOf = this.eventOf('updated', actor);
    const changed = dry_run
      ? await this.tryChange(id, scope, change)
      : await this.blocks.changeBlocks(id, scope, { change, auditOf });
    const asked = found(changed.find((one) => one.id === id) ?? null, 'block');
    if (!dry_run) this.events.announce('block.updated', changed.length === 1 ? id : null);
    return this.saved(asked, changed);
  }

  /** @throws AppError `not_found` */
  async remove(id: string, scope: SeriesScope, actor: Actor): Promise<void> {
    const removed = await this.blocks.deleteBlocks(id, scope, this.eventOf('deleted', actor));
    found(removed[0] ?? null, 'block');
    this.events.announce('block.updated', removed.length === 1 ? id : null);
  }

  private async tryChange(
    id: string,
    scope: SeriesScope,
    change: (stored: Block, asked: Block) => Block,
  ): Promise<Block[]> {
    const stored = await this.blocks.listScope(id, scope);
    const asked = stored.find((one) => one.id === id);
    return asked === undefined ? [] : stored.map((one) => change(one, asked));
  }

  private async read({ rrule, reason = '', ...block }: CreateBlockDto): Promise<Block[]> {
    const settings = await this.settings.current();
    const { time_zone } = settings;
    const now = this.clock.now();
    const times = soundTimes(new Date(block.starts_at), new Date(block.ends_at));
    const starts =
      rrule === undefined
        ? [times.starts_at.getTime()]
        : startsOf(readRule(rrule), times.starts_at.getTime(), time_zone);
    const common = {
      ...placeOrAll(block, settings),
      reason,
      series_id: rrule === undefined ? null : newId(now),
      created_at: now,
      updated_at: now,
    };
    return starts.map((start, index) => ({
      id: newId(now),
      ...common,
      starts_at: new Date(start),
      ends_at: index === 0 ? times.ends_at : endLike(times, start, time_zone),
    }));
  }

  private async saved(asked: Block, blocks: readonly Block[]): Promise<SavedBlockDto> {
    const affected = await this.bus.tell(APPOINTMENTS_MET, { times: blocks });
    return { ...toBlockDto(asked), count: blocks.length, affected: affected.flat() };
  }

  private eventOf(what: 'created' | 'updated' | 'deleted', actor: Actor) {
    return ({ id, resource, reason }: Block, count: number): AuditEvent =>
      this.audit.eventOf(actor, {
        action: `block.${what}`,
        object: `block:${id}`,
        object_name: [resource ?? '', reason].filter((part) => part !== '').join(', '),
        details: { ...(count > 1 && { count }) },
      });
  }
}
