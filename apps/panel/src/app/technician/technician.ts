import { Component, computed, inject, signal } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import type { AgentPlatform, ChatAgentSettingsDto } from '@groupless/shared-dto';
import { PublicPage } from '../session/sign-in/public-page';
import { CopiedText } from '../ui/copy/copied-text';
import { CopyButton } from '../ui/copy/copy-button';
import { Segmented } from '../ui/forms/segmented';
import { isOfThisComputer } from '../ui/this-computer';
import { readSettings, readTools, type Called } from './agent-calls';
import { systemPrompt } from './system-prompt';

/** What may answer the phone or a chat, and in how many steps it is connected. */
const WAYS = { vapi: 4, retell: 4, elevenlabs: 4, n8n: 4, own: 4 } as const;
type Way = keyof typeof WAYS;

/** Those to which definitions of the tools are pasted. */
const PASTED: Record<Way, readonly AgentPlatform[]> = {
  vapi: ['vapi'],
  retell: ['retell'],
  elevenlabs: ['elevenlabs'],
  n8n: [],
  own: ['openai', 'anthropic'],
};

/**
 * What somebody needs who connects the agent, and has no user here. The key stands in the fragment, which no server sees, and
 * stays there: the page is opened again as long as the work lasts.
 */
@Component({
  selector: 'app-technician',
  imports: [CopiedText, CopyButton, PublicPage, Segmented, TranslocoPipe],
  templateUrl: './technician.html',
  styleUrl: './technician.css',
})
export class Technician {
  private readonly transloco = inject(TranslocoService);
  protected readonly key =
    new URLSearchParams(inject(ActivatedRoute).snapshot.fragment ?? '').get('key') ?? '';
  protected readonly origin = location.origin;
  protected readonly isOfThisComputer = isOfThisComputer(location.origin);
  protected readonly way = signal<Way>('vapi');
  protected readonly ways = computed(() =>
    (Object.keys(WAYS) as Way[]).map((value) => ({
      value,
      label: this.transloco.translate(`technician.ways.${value}`),
    })),
  );
  protected readonly steps = computed(() => Array.from({ length: WAYS[this.way()] }, (_, at) => at + 1));
  protected readonly pasted = computed(() => PASTED[this.way()]);
  /** What the test said; null: nobody has tried. */
  protected readonly tried = signal<Called<ChatAgentSettingsDto> | null>(null);
  protected readonly isTrying = signal(false);
  protected readonly works = computed(() => {
    const tried = this.tried();
    return tried !== null && 'answer' in tried ? tried.answer : null;
  });
  protected readonly refused = computed(() => {
    const tried = this.tried();
    return tried !== null && 'refused' in tried ? tried.refused : null;
  });
  protected readonly definitions = signal<{ platform: AgentPlatform; text: string } | null>(null);
  protected readonly prompt = computed(() => {
    const settings = this.works();
    const business = settings?.business_name || settings?.name;
    return systemPrompt(business || '<business>', settings?.time_zone ?? '<time zone>');
  });
  protected readonly curl = `curl ${this.origin}/api/settings/chat-agent -H 'x-api-key: ${this.key}'`;

  protected async test(): Promise<void> {
    this.isTrying.set(true);
    this.tried.set(await readSettings(this.key));
    this.isTrying.set(false);
  }

  protected async show(platform: AgentPlatform): Promise<void> {
    const called = await readTools(platform, this.key);
    if ('refused' in called) this.tried.set(called);
    else this.definitions.set({ platform, text: called.answer });
  }

  protected setWay(way: string): void {
    this.way.set(way as Way);
    this.definitions.set(null);
  }
}
