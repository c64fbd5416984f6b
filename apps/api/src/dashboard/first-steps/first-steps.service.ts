import { Injectable } from '@nestjs/common';
import { FIRST_STEPS, type FirstStep, type FirstStepsDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { EventsService } from '../../events/events.service';
import type { Actor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { FirstStepsRepository } from './first-steps.repository';
import { isDone, isFor, type Installation } from './is-done';

@Injectable()
export class FirstStepsService {
  constructor(
    private readonly steps: FirstStepsRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** In the order of the steps. */
  async get(): Promise<FirstStepsDto> {
    const stored = await this.steps.listSkipped();
    return { skipped: FIRST_STEPS.filter((step) => stored.includes(step)) };
  }

  /** Those that are for this installation, and neither done nor skipped, in their order. */
  async listOpen(installation: Installation): Promise<FirstStep[]> {
    const { skipped } = await this.get();
    const isOpen = (step: FirstStep) => !isDone[step](installation) && !skipped.includes(step);
    return FIRST_STEPS.filter((step) => isFor(step, installation) && isOpen(step));
  }

  async replace({ skipped }: FirstStepsDto, actor: Actor): Promise<FirstStepsDto> {
    const event = this.audit.eventOf(actor, {
      action: 'settings.updated',
      object: 'settings:first-steps',
      details: { skipped: skipped.join(', ') },
    });
    await this.steps.replaceSkipped(skipped, this.clock.now(), event);
    this.events.announce('settings.updated', null);
    return this.get();
  }
}
