import { inject, Injectable } from '@angular/core';
import type { DecisionDto, PatchDecisionDto } from '@groupless/shared-dto';
import { Toasts } from '../../ui/toasts/toasts';
import { shortened } from '../history/row-name';
import { MemoryApi } from '../memory-api';

/** Words decisions anew, withdraws and replaces them, lets them stand again, and takes that back. */
@Injectable({ providedIn: 'root' })
export class DecisionChanges {
  private readonly api = inject(MemoryApi);
  private readonly toasts = inject(Toasts);

  /** @returns the decision as it is now; null where it could not be changed */
  withdraw(decision: DecisionDto): Promise<DecisionDto | null> {
    return this.change(decision, { withdrawn_at: new Date().toISOString() }, 'withdrawn');
  }

  replace(decision: DecisionDto, replaced_by: number): Promise<DecisionDto | null> {
    return this.change(decision, { replaced_by }, 'replaced');
  }

  reword(decision: DecisionDto, text: string): Promise<DecisionDto | null> {
    return this.change(decision, { text }, 'reworded');
  }

  letStand(decision: DecisionDto): Promise<DecisionDto | null> {
    return this.change(decision, { withdrawn_at: null }, 'standing');
  }

  private async change(
    decision: DecisionDto,
    patch: PatchDecisionDto,
    now: 'withdrawn' | 'replaced' | 'standing' | 'reworded',
  ): Promise<DecisionDto | null> {
    const params = { decision: shortened(decision.text) };
    try {
      const changed = await this.api.patchDecision(decision.id, patch);
      this.toasts.undoable(`memory.decision.now.${now}`, () => void this.undo(decision, changed), params);
      return changed;
    } catch (error) {
      this.toasts.failed('memory.decision.not_changed', error, { params });
      return null;
    }
  }

  private async undo(before: DecisionDto, changed: DecisionDto): Promise<void> {
    const { id, text, withdrawn_at, replaced_by } = before;
    try {
      await this.api.patchDecision(id, {
        ...(text === changed.text ? {} : { text }),
        ...(withdrawn_at === null ? { withdrawn_at } : { withdrawn_at, replaced_by }),
      });
    } catch (error) {
      this.toasts.failed('memory.decision.not_changed', error, { params: { decision: shortened(text) } });
    }
  }
}
