import { Component, input, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { EventDto } from '@groupless/shared-dto';
import { render } from '../../testing/render';
import { Api } from '../http/api';
import { LiveEvents } from './live-events';
import { query } from './query';

const ONE = '0193a203-b5d5-731e-831f-ed30f83a1089';
const OTHER = '0193a203-b5d5-731e-831f-ed30f83a1080';

@Component({ template: '' })
class Host {
  readonly id = signal<string | null>(ONE);
  readonly collection = signal('/api/clients');
  readonly client = query<{ id?: string; name: string }>(() => {
    const id = this.id();
    return id === null ? undefined : `${this.collection()}/${id}`;
  });
}

@Component({ template: '' })
class OfInput {
  readonly id = input.required<string>();
  readonly client = query<{ name: string }>(() => `/api/clients/${this.id()}`);
}

const pause = (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms));

async function start() {
  let tell: (event: EventDto) => void = () => undefined;
  const events = { onEvent: (_: unknown, handler: (event: EventDto) => void) => (tell = handler) };
  const rendered = await render(Host, { providers: [{ provide: LiveEvents, useValue: events }] });
  const { http, component } = rendered;
  const answer = async (id: string, name: string) => {
    http.expectOne(`/api/clients/${id}`).flush({ name });
    await pause();
  };
  const updated = async (id: string | null, type: EventDto['type'] = 'client.updated') => {
    tell({ type, id, at: '' });
    await pause();
  };
  const asked = () => http.match(() => true).length;
  return { ...rendered, client: component.client, answer, updated, asked };
}

describe('a query', () => {
  it('shows its answer, and follows events of its row alone', async () => {
    const { client, answer, updated, asked } = await start();
    expect(client.isFirstLoad()).toBe(true);
    await answer(ONE, 'Ada');
    expect(client.value()).toEqual({ name: 'Ada' });
    await updated(OTHER);
    await updated(ONE, 'appointment.updated');
    expect(asked()).toBe(0);
    await updated(ONE);

    expect(client.isRefetching()).toBe(true);
    await answer(ONE, 'Grace');
    expect(client.value()).toEqual({ name: 'Grace' });
  });

  it('lets an event pass that comes before its inputs are there', async () => {
    const { updated, asked } = await start();
    asked();
    const made = TestBed.createComponent(OfInput);
    await expect(updated(ONE)).resolves.toBeUndefined();
    made.componentRef.setInput('id', OTHER);
    made.detectChanges();
    await pause();
    expect(asked()).toBe(1);
  });

  it('follows events of what lies within its row, whose ids have another form', async () => {
    const { component, settle, updated, http } = await start();
    http.match(() => true);
    component.collection.set('/api/memory/assistants');
    await settle();
    http.expectOne(`/api/memory/assistants/${ONE}`).flush({ name: 'The run of an assistant' });
    await pause();
    await updated('7', 'task.updated');

    http.expectOne(`/api/memory/assistants/${ONE}`);
  });

  it('is read again after a gap in the events, and after a write of this page', async () => {
    const { answer, updated, http } = await start();
    await answer(ONE, 'Ada');
    await updated(null, 'resync');
    await answer(ONE, 'Ada');
    void TestBed.inject(Api).patch(`/api/clients/${ONE}`, { name: 'Eve' });
    http.expectOne({ method: 'PATCH', url: `/api/clients/${ONE}` }).flush({});
    await pause(1_050);

    http.expectOne({ method: 'GET', url: `/api/clients/${ONE}` });
  });

  it('is not read again while its row is removed, but is when that fails', async () => {
    const { answer, updated, http, asked } = await start();
    await answer(ONE, 'Ada');
    const failed = expect(TestBed.inject(Api).remove(`/api/clients/${ONE}`)).rejects.toBeDefined();
    await updated(ONE, 'client.deleted');
    const removal = http.expectOne({ method: 'DELETE', url: `/api/clients/${ONE}` });
    expect(asked()).toBe(0);
    removal.flush(null, { status: 503, statusText: 'Service Unavailable' });
    await failed;
    await pause();
    await answer(ONE, 'Ada');

    const removed = TestBed.inject(Api).remove(`/api/clients/${ONE}`);
    http.expectOne({ method: 'DELETE', url: `/api/clients/${ONE}` }).flush(null);
    await removed;
    await updated(ONE, 'client.deleted');
    await pause(1_050);
    expect(asked()).toBe(0);
  });

  it('is read again by events after a write below its address, as the end of its sessions', async () => {
    const { answer, updated, http } = await start();
    await answer(ONE, 'Ada');
    const ended = TestBed.inject(Api).delete(`/api/clients/${ONE}/sessions`);
    http.expectOne({ method: 'DELETE', url: `/api/clients/${ONE}/sessions` }).flush(null);
    await ended;
    await pause(1_050);
    await answer(ONE, 'Ada');
    await updated(ONE);
    await pause(1_050);

    http.expectOne(`/api/clients/${ONE}`);
  });

  it('takes the answer to a write only while the same row is shown', async () => {
    const { client, http, component } = await start();
    const show = async (id: string, name: string) => {
      http.expectOne(`/api/clients/${id}`).flush({ id, name });
      await pause();
    };
    await show(ONE, 'Ada');
    expect(client.take({ id: ONE, name: 'Ada Lovelace' })).toBe(true);
    expect(client.value()).toEqual({ id: ONE, name: 'Ada Lovelace' });
    component.id.set(OTHER);
    await pause();
    expect(client.take({ id: ONE, name: 'Ada' })).toBe(false);
    await show(OTHER, 'Eve');

    expect(client.take({ id: ONE, name: 'Ada' })).toBe(false);
    expect(client.value()).toEqual({ id: OTHER, name: 'Eve' });
  });

  it('keeps what it shows when a later read fails, and says why', async () => {
    const { client, answer, updated, http } = await start();
    await answer(ONE, 'Ada');
    await updated(ONE);
    http
      .expectOne(`/api/clients/${ONE}`)
      .flush({ code: 'too_many_requests' }, { status: 429, statusText: 'Too many' });
    await pause();

    expect(client.value()).toEqual({ name: 'Ada' });
    expect(client.problem()?.code).toBe('too_many_requests');
  });

  it('cancels what is superseded, and shows nothing of the row before', async () => {
    const { component, client, answer, http } = await start();
    const [old] = http.match(`/api/clients/${ONE}`);
    component.id.set(OTHER);
    expect(client.value()).toBeNull();
    await pause();
    expect(old?.cancelled).toBe(true);
    await answer(OTHER, 'Grace');

    expect(client.value()).toEqual({ name: 'Grace' });
  });

  it('reads nothing without a request', async () => {
    const { component, client, answer, asked } = await start();
    await answer(ONE, 'Ada');
    component.id.set(null);
    await pause();

    expect([client.value(), client.isFirstLoad(), asked()]).toEqual([null, false, 0]);
  });

  it('takes no answer that is older than a change made here', async () => {
    const { client, answer, updated, http } = await start();
    await answer(ONE, 'Ada');
    await updated(ONE);
    const [old] = http.match(`/api/clients/${ONE}`);
    client.update(() => ({ name: 'Mine' }));
    expect(old?.cancelled).toBe(true);
    expect(client.value()).toEqual({ name: 'Mine' });
    await pause(1_050);

    await answer(ONE, 'Theirs and mine');
    expect(client.value()).toEqual({ name: 'Theirs and mine' });
  });
});
