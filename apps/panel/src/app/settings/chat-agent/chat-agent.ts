import {
  afterNextRender,
  Component,
  computed,
  effect,
  inject,
  Injector,
  input,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { form, FormField, FormRoot } from '@angular/forms/signals';
import { ActivatedRoute, Router, RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  AGENT_HOURS,
  USES,
  type AffectedAppointmentDto,
  type ChatAgentSettingsDto,
} from '@groupless/shared-dto';
import { PauseButton } from '../../crm/agent-pause/pause-button';
import { PauseNotice } from '../../crm/agent-pause/pause-notice';
import type { Versioned } from '../../http/api';
import { sendOver } from '../../http/send-over';
import { PageHeader } from '../../layout/page-header';
import { urlState } from '../../layout/url-state';
import { Toasts } from '../../ui/toasts/toasts';
import { Appearance } from '../../i18n/appearance';
import { Business } from '../../data/business';
import { Session } from '../../session/session';
import { holdsUnsaved } from '../../session/unsaved';
import { ErrorPanel } from '../../ui/error-panel';
import { Field, FormError } from '../../ui/forms/field';
import { afterSaving, changesOf } from '../../ui/forms/changes-of';
import { sending } from '../../ui/forms/form-submission';
import { SearchChoice } from '../../ui/forms/search-choice';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { AffectedAppointments } from './affected/affected-appointments';
import { AffectedList } from './affected/affected-list';
import { AgentConnection } from './connection/agent-connection';
import { AgentLimits } from './agent-limits';
import { BookingSettings } from './booking/booking-settings';
import { BookingSimulation } from './booking/booking-simulation';
import { ChatAgentApi } from './chat-agent-api';
import { Closures } from './closures/closures';
import { PhonesAsGiven } from '../../crm/first-questions/phones-as-given';
import { openClosures, storedClosures } from './closures/closure-list';
import { languageChoices, languageOfTag } from './choices';
import { EMPTY_SETTINGS } from './empty-settings';
import { RegionField } from './region-field';
import { SETTINGS_RULES } from './settings-rules';
import { WorkingHours } from './hours/working-hours';
import { sortedWeek } from './hours/working-week';
import { ZoneField } from './zone-field';

type Stored = Versioned<ChatAgentSettingsDto>;

/**
 * The settings that the business and its chat and phone agent have in common: each has a screen with its part. Admins
 * change them as a whole; the others read.
 */
@Component({
  selector: 'app-chat-agent',
  imports: [
    AffectedList,
    AgentConnection,
    AgentLimits,
    BookingSettings,
    BookingSimulation,
    Closures,
    ErrorPanel,
    Field,
    FormError,
    FormField,
    FormRoot,
    PageHeader,
    PauseButton,
    PauseNotice,
    RegionField,
    RouterLink,
    SearchChoice,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
    WorkingHours,
    ZoneField,
  ],
  templateUrl: './chat-agent.html',
  styleUrls: ['../profile/section.css', './chat-agent.css'],
})
export class ChatAgent {
  /** Which screen it is. Given by the route. */
  readonly part = input<'business' | 'agent'>('agent');
  private readonly api = inject(ChatAgentApi);
  private readonly toasts = inject(Toasts);
  private readonly affected = inject(AffectedAppointments);
  private readonly phones = inject(PhonesAsGiven);
  protected readonly session = inject(Session);
  private readonly locale = inject(Appearance).locale;
  private readonly injector = inject(Injector);
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  /** What a command of the palette begins here. */
  private readonly toAdd = urlState('add').value;
  private readonly closures = viewChild(Closures);
  private readonly model = signal<ChatAgentSettingsDto>(EMPTY_SETTINGS);

  private isSaving = false;
  /** What the form was filled from. */
  protected readonly base = signal<Stored | null>(null);
  /** What somebody else stored while something was being typed here. */
  protected readonly newer = signal<Stored | null>(null);
  private readonly stored = inject(Business).stored;
  protected readonly problem = this.stored.problem;
  protected readonly isLocked = computed(() => !this.session.isAdmin());
  protected readonly form = form(this.model, SETTINGS_RULES, {
    submission: sending(
      (settings: ChatAgentSettingsDto) => this.save(settings),
      () => this.isChanged(),
    ),
  });
  protected readonly isChanged = computed(
    () => JSON.stringify(this.model()) !== JSON.stringify(this.base()?.row ?? EMPTY_SETTINGS),
  );
  protected readonly agent_hours = AGENT_HOURS;
  protected readonly uses = USES;
  protected readonly languages = computed(() => languageChoices(this.locale()));
  protected readonly languageOfTag = (text: string) => languageOfTag(text, this.locale());

  constructor() {
    holdsUnsaved(this.isChanged);
    effect(() => {
      const stored = this.stored.value();
      if (stored !== null) untracked(() => this.take(stored));
    });
    effect(() => {
      const closures = this.closures();
      if (this.toAdd() !== 'closure' || closures === undefined) return;
      untracked(() => {
        // What is added is scrolled to; the address has nothing to say about that.
        void this.router.navigate([], {
          relativeTo: this.route,
          queryParams: { add: null },
          queryParamsHandling: 'merge',
          replaceUrl: true,
          scroll: 'manual',
        });
        if (!this.isLocked()) afterNextRender(() => closures.add(), { injector: this.injector });
      });
    });
  }

  protected read(): Promise<void> {
    return this.stored.reload();
  }

  /** What is being typed stays. */
  private take(stored: Stored): void {
    if (!this.isChanged()) this.adopt(stored);
    // The event of an own change may come before its answer.
    else if (!this.isSaving && stored.etag !== this.base()?.etag) this.newer.set(stored);
  }

  protected discard(): void {
    const base = this.newer() ?? this.base();
    if (base !== null) this.adopt(base);
  }

  /** Keeps the parts that were changed here, to be saved over what somebody else stored; the others become theirs. */
  protected keepMine(): void {
    const [newer, base, mine] = [this.newer(), this.base(), this.model()];
    if (newer === null || base === null) return;
    this.adopt(newer);
    this.model.update((theirs) => afterSaving(mine, base.row, theirs));
  }

  /** The parts that were changed here, over whatever somebody else has stored of the others. */
  private async save(settings: ChatAgentSettingsDto): Promise<void> {
    const base = this.base();
    if (base === null) return;
    const changed = changesOf(settings, base.row);
    let affected: readonly AffectedAppointmentDto[] = [];
    let phones = 0;
    this.isSaving = true;
    try {
      const { stored, theirs } = await sendOver(base, {
        send: async ({ row, etag }) => {
          const replaced = await this.api.replace(storedClosures({ ...row, ...changed }), etag);
          affected = replaced.affected;
          phones = replaced.phones_as_given;
          return replaced;
        },
        read: async () => {
          await this.read();
          return asShown(this.stored.value() ?? base);
        },
        isFree: (row) => !Object.keys(changesOf(row, base.row)).some((part) => part in changed),
      });
      if (theirs !== undefined) {
        this.newer.set(theirs);
        return;
      }
      const now = this.model();
      this.adopt(stored);
      this.model.update((shown) => afterSaving(now, settings, shown));
      this.stored.update(() => stored);
      this.toasts.show('chat-agent.saved');
      this.affected.add(affected);
      const country = changed.phone_region ?? null;
      if (country !== null && phones > 0) await this.phones.open(country);
    } finally {
      this.isSaving = false;
    }
  }

  private adopt(stored: Stored): void {
    const base = asShown(stored);
    this.newer.set(null);
    this.base.set(base);
    this.model.set(base.row);
    this.form().reset();
  }
}

/** As the form holds them. */
function asShown({ row, etag }: Stored): Stored {
  return { row: openClosures({ ...row, working_hours: sortedWeek(row.working_hours) }), etag };
}
