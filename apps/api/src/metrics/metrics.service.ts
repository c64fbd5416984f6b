import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { ATTENTION_KINDS, type AttentionDto } from '@groupless/shared-dto';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { newestBackup, timeOf } from '../backup/backup-folder';
import { attentionFor, AttentionService } from '../dashboard/attention.service';
import type { DatabaseName } from '../database/data-source-options';
import { LiveEventsService } from '../events/live/live-events.service';
import { SearchIndexService, type SearchBacklog } from '../memory/search/index/search-index.service';
import { Clock } from '../platform/clock';
import { CachedValue } from '../shared/cached-value';
import { within } from '../shared/within';
import { ExecutionsService } from '../memory-webhooks/addresses/executions.service';
import { MetricsRepository, type MemoryCounts, type PanelCounts } from './metrics.repository';
import { addCounter, addGauge, type Reading } from './read-metrics';
import { RequestMetrics } from './request-metrics';

const DATABASES = ['panel', 'memory'] as const satisfies DatabaseName[];
/** The time to live of the cached counts. */
const COUNTS_AGE_MS = 30_000;
/** The time limit for a database, far below that of a scrape. */
const DATABASE_LIMIT_MS = 2_000;

/** All metrics of this process. */
@Injectable()
export class MetricsService implements OnApplicationShutdown {
  private readonly registry = new Registry();
  private readonly panel = new CachedValue(async () => {
    const [counts, found] = await Promise.all([
      this.repository.countPanel(),
      this.attention.find(this.clock.now()),
    ]);
    return { ...counts, attention: attentionFor(found, true) };
  }, COUNTS_AGE_MS);
  private readonly memory = new CachedValue(
    async () => ({
      ...(await this.repository.countMemory()),
      ...(await this.index.backlog()),
      attention: attentionFor(await this.attention.findUnreached(this.clock.now()), true),
    }),
    COUNTS_AGE_MS,
  );
  /** The last counts from the databases; null if they did not answer. */
  private seen: {
    up: Record<DatabaseName, boolean>;
    panel: (PanelCounts & { attention: AttentionDto[] }) | null;
    memory: (MemoryCounts & SearchBacklog & { attention: AttentionDto[] }) | null;
  } = { up: { panel: false, memory: false }, panel: null, memory: null };

  constructor(
    private readonly repository: MetricsRepository,
    private readonly requests: RequestMetrics,
    private readonly live: LiveEventsService,
    private readonly executions: ExecutionsService,
    private readonly index: SearchIndexService,
    private readonly attention: AttentionService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.measureDatabases();
    this.measureBusiness();
    this.measureIndex();
    this.measureEvents();
    this.measureWebhooks();
    this.measureBackups();
    collectDefaultMetrics({ register: this.registry });
    // These gauges end in `_total`, which is reserved for counters. Gauges with the same numbers exist without it.
    for (const name of ['handles', 'requests', 'resources'])
      this.registry.removeSingleMetric(`nodejs_active_${name}_total`);
  }

  /** Prevents a leak: the default metrics are listeners of the process, which hold their registry. */
  onApplicationShutdown(): void {
    this.registry.clear();
  }

  get content_type(): string {
    return this.registry.contentType;
  }

  /** All metrics as text. Works without a database. */
  async read(): Promise<string> {
    const isUp = async (name: DatabaseName) =>
      (await within(
        DATABASE_LIMIT_MS,
        this.repository.ping(name).then(() => true),
      )) ?? false;
    const [panelIsUp, memoryIsUp, panel, memory] = await Promise.all([
      isUp('panel'),
      isUp('memory'),
      within(DATABASE_LIMIT_MS, this.panel.get()),
      within(DATABASE_LIMIT_MS, this.memory.get()),
    ]);
    this.seen = {
      up: { panel: panelIsUp, memory: memoryIsUp },
      panel: panelIsUp ? panel : null,
      memory: memoryIsUp ? memory : null,
    };
    const texts = [this.registry, this.requests.registry].map((registry) => registry.metrics());
    return (await Promise.all(texts)).join('\n');
  }

  private measureDatabases(): void {
    const labels = ['database'];
    const ofEach = (value: (name: DatabaseName) => number) => () =>
      DATABASES.map((database) => ({ labels: { database }, value: value(database) }));
    const pool = (name: DatabaseName) => this.repository.poolUse(name);
    addGauge(this.registry, {
      name: 'groupless_database_up',
      help: 'Whether the database answered just now',
      labels,
      read: ofEach((name) => Number(this.seen.up[name])),
    });
    addGauge(this.registry, {
      name: 'groupless_database_pool_connections',
      help: 'Open connections',
      labels,
      read: ofEach((name) => pool(name).total),
    });
    addGauge(this.registry, {
      name: 'groupless_database_pool_idle',
      help: 'Open connections without work',
      labels,
      read: ofEach((name) => pool(name).idle),
    });
    addGauge(this.registry, {
      name: 'groupless_database_pool_waiting',
      help: 'Requests that wait for a connection',
      labels,
      read: ofEach((name) => pool(name).waiting),
    });
    addGauge(this.registry, {
      name: 'groupless_database_pool_max',
      help: 'The most connections that may be open (DB_POOL_SIZE)',
      labels,
      read: ofEach((name) => pool(name).max),
    });
    addCounter(this.registry, {
      name: 'groupless_database_reads_total',
      help: 'Reads that a replica may answer, by who answered: replica or primary. 0 without a replica',
      labels: ['database', 'server'],
      read: () =>
        DATABASES.flatMap((database) =>
          Object.entries(this.repository.reads(database)).map(([server, value]) => ({
            labels: { database, server },
            value,
          })),
        ),
    });
  }

  private measureBusiness(): void {
    const known = (value: number | undefined): Reading[] => (value === undefined ? [] : [{ value }]);
    addGauge(this.registry, {
      name: 'groupless_clients',
      help: 'Clients',
      read: () => known(this.seen.panel?.clients),
    });
    addGauge(this.registry, {
      name: 'groupless_conversations',
      help: 'Conversations that are not closed; those that wait for a person (needs_human) or have one (human) up to 10000',
      labels: ['status'],
      read: () =>
        (['open', 'needs_human', 'human'] as const).flatMap((status) =>
          known(this.seen.panel?.[`conversations_${status}`]).map((one) => ({ ...one, labels: { status } })),
        ),
    });
    addGauge(this.registry, {
      name: 'groupless_appointments_pending',
      help: 'Appointments that nobody has confirmed, up to 10000',
      read: () => known(this.seen.panel?.appointments_pending),
    });
    addGauge(this.registry, {
      name: 'groupless_attention',
      help: 'Mails, reminders, busy calendars and webhooks that fail, a backup that could not be restored, and pending bookings that begin within 36 hours',
      labels: ['kind'],
      read: () =>
        ATTENTION_KINDS.flatMap((kind) => {
          const counted = kind === 'reminder_undelivered' ? this.seen.memory : this.seen.panel;
          const count = counted?.attention.find((one) => one.kind === kind)?.count ?? 0;
          return counted === null ? [] : [{ labels: { kind }, value: count }];
        }),
    });
    addGauge(this.registry, {
      name: 'groupless_tasks_pending',
      help: 'Pending tasks of the assistant, up to 10000',
      read: () => known(this.seen.memory?.tasks_pending),
    });
  }

  private measureIndex(): void {
    const gauge = (name: string, help: string, field: keyof SearchBacklog) =>
      addGauge(this.registry, {
        name,
        help,
        read: () => (this.seen.memory === null ? [] : [{ value: this.seen.memory[field] }]),
      });
    gauge(
      'groupless_memory_index_waiting',
      'Changes of the memory that are not indexed and judged yet, up to 10000: assistants do not see them',
      'waiting',
    );
    gauge(
      'groupless_memory_index_oldest_seconds',
      'How long ago the oldest of them was written; 0 while none waits',
      'oldest_seconds',
    );
    gauge(
      'groupless_memory_index_set_aside',
      'Rows of the memory that could not be indexed nor judged: assistants do not see them',
      'set_aside',
    );
  }

  private measureEvents(): void {
    const { live } = this;
    addGauge(this.registry, {
      name: 'groupless_event_readers',
      help: 'Who follows the live events through this process',
      read: () => [{ value: live.counts().readers }],
    });
    addCounter(this.registry, {
      name: 'groupless_events_delivered_total',
      help: 'Events sent to readers, each reader counted',
      read: () => [{ value: live.counts().delivered }],
    });
    addCounter(this.registry, {
      name: 'groupless_event_readers_cut_total',
      help: 'Readers that were cut because they did not keep up',
      read: () => [{ value: live.counts().cut }],
    });
    addCounter(this.registry, {
      name: 'groupless_event_resyncs_total',
      help: 'Times a reader was told to read again because events may have been missed',
      read: () => [{ value: live.counts().resyncs }],
    });
  }

  private measureWebhooks(): void {
    const { executions } = this;
    const ofEach = (which: 'calls' | 'errors') => () =>
      executions
        .totals()
        .map(({ workflow, ...counted }) => ({ labels: { workflow }, value: counted[which] }));
    const labels = ['workflow'];
    addCounter(this.registry, {
      name: 'groupless_webhook_calls_total',
      help: 'Calls of the memory webhooks by their right ids',
      labels,
      read: ofEach('calls'),
    });
    addCounter(this.registry, {
      name: 'groupless_webhook_errors_total',
      help: 'Those that were answered with 400 or more',
      labels,
      read: ofEach('errors'),
    });
  }

  private measureBackups(): void {
    addGauge(this.registry, {
      name: 'groupless_backup_timestamp_seconds',
      help: 'When the newest backup in BACKUP_DIR was begun; 0 while there is none. Not shown without BACKUP_DIR',
      read: () => {
        const { backup_dir: folder } = this.settings;
        if (folder === null) return [];
        const newest = newestBackup(folder);
        return [{ value: newest === null ? 0 : timeOf(newest).getTime() / 1_000 }];
      },
    });
  }
}
