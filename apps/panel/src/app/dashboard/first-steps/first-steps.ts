import { NgComponentOutlet } from '@angular/common';
import {
  afterRenderEffect,
  Component,
  computed,
  DestroyRef,
  DOCUMENT,
  ElementRef,
  inject,
  signal,
  type Type,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { FIRST_STEPS, type FirstStep } from '@groupless/shared-dto';
import { Serial } from '../../http/serial';
import { STEP_FORMS } from '../../layout/step-forms';
import { Toasts } from '../../ui/toasts/toasts';
import { Business } from '../../data/business';
import { Icon } from '../../ui/icon';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { DashboardData } from '../dashboard-data';

interface StepForm {
  component: Type<unknown>;
  inputs: Record<string, unknown>;
}

const BUSINESS = '/settings/business';

/** Where else a step is done. */
const PLACES: Readonly<Record<FirstStep, { path: string; fragment?: string }>> = {
  use: { path: BUSINESS, fragment: 'business-self' },
  name: { path: BUSINESS, fragment: 'business-self' },
  zone: { path: BUSINESS, fragment: 'business-self' },
  hours: { path: BUSINESS, fragment: 'agent-hours' },
  services: { path: '/settings/resources', fragment: 'services-heading' },
  country: { path: BUSINESS, fragment: 'business-self' },
  team: { path: '/users' },
  agent: { path: '/settings/chat-agent', fragment: 'connect-agent' },
  attach: { path: '/memory/overview' },
  assistant: { path: '/settings/accounts' },
};

/** What a new installation still needs, for its admins: each step is done here. */
@Component({
  selector: 'app-first-steps',
  imports: [Icon, NgComponentOutlet, RouterLink, Skeleton, TranslocoPipe, WhileWaiting],
  templateUrl: './first-steps.html',
  styleUrl: './first-steps.css',
})
export class FirstSteps {
  private readonly data = inject(DashboardData);
  private readonly toasts = inject(Toasts);
  private readonly changes = new Serial();
  /** The forms begin with what is stored. */
  protected readonly isReady = inject(Business).isKnown;
  private readonly loaders = inject(STEP_FORMS);
  private readonly document = inject(DOCUMENT);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly all = FIRST_STEPS.length;
  protected readonly places = PLACES;
  protected readonly open = computed(() => this.data.dashboard()?.first_steps ?? []);
  protected readonly opened = signal<FirstStep | null>(null);
  /** Of the steps that were opened: what is typed in one stays while another is open. */
  protected readonly forms = signal<ReadonlyMap<FirstStep, StepForm>>(new Map());
  /** A step that is open stays until its form has ended: a dialog may still show what cannot be read again. */
  protected readonly shown = computed(() => {
    const open = this.open();
    // What the others are, depends on it.
    if (open.includes('use')) return ['use' as const];
    return FIRST_STEPS.filter((id) => open.includes(id) || id === this.opened());
  });
  /** Which step has the focus; null: none. */
  private focusedIndex: number | null = null;

  constructor() {
    if (this.open().includes('use')) void this.toggle('use');
    // What had the focus is hidden with its form, or gone with its step: then the next one has it.
    afterRenderEffect(() => {
      this.shown();
      this.opened();
      const steps = this.host.querySelectorAll<HTMLElement>('.step');
      const focused = this.document.activeElement;
      const isLost = focused === this.document.body || focused?.closest('[hidden]');
      if (this.focusedIndex === null || !isLost) return;
      steps[Math.min(this.focusedIndex, steps.length - 1)]?.focus({ preventScroll: true });
    });
    inject(DestroyRef).onDestroy(() => {
      if (this.focusedIndex !== null) this.document.querySelector<HTMLElement>('h1')?.focus();
    });
  }

  protected async toggle(id: FirstStep): Promise<void> {
    this.opened.update((opened) => (opened === id ? null : id));
    if (this.forms().has(id)) return;
    const component = await this.loaders[id]().catch((error: unknown) => {
      // The frame says that code did not come; opening the step again asks for it again.
      this.close(id);
      throw error;
    });
    const done = (isStored: boolean) => void this.done(id, isStored);
    this.forms.update((forms) => new Map(forms).set(id, { component, inputs: { step: id, done } }));
  }

  protected rememberFocus({ target }: FocusEvent): void {
    const items = [...this.host.querySelectorAll('li')];
    this.focusedIndex = items.findIndex((item) => item.contains(target as Node));
  }

  protected leave({ relatedTarget }: FocusEvent): void {
    // Without one it may be that the element was removed.
    if (relatedTarget !== null && !this.host.contains(relatedTarget as Node)) this.focusedIndex = null;
  }

  /** For all admins. */
  protected async skip(ids: readonly FirstStep[]): Promise<void> {
    for (const id of ids) this.close(id);
    this.data.dropSteps(ids);
    try {
      await this.changes.run(() => this.data.skipSteps(ids));
    } catch (error) {
      await this.data.refresh();
      this.toasts.failed('dashboard.steps.not_skipped', error);
    }
  }

  private async done(id: FirstStep, isStored: boolean): Promise<void> {
    if (isStored) {
      await this.data.refresh();
      // What is stored is what a new installation begins with.
      if (this.open().includes(id)) void this.skip([id]);
    }
    this.close(id);
  }

  /** Another one may have been opened meanwhile. */
  private close(id: FirstStep): void {
    if (this.opened() === id) this.opened.set(null);
  }
}
