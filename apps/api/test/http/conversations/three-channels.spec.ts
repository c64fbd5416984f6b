import type {
  ClientDto,
  ClientMergeDto,
  ConversationDto,
  PageDto,
  PingResultDto,
} from '@groupless/shared-dto';
import type { Response } from 'supertest';
import { AgentAbsenceService } from '../../../src/conversations/agent-absence/agent-absence.service';
import { setAgent } from '../../harness/data/appointments';
import { AS_AGENT, Conversations } from '../../harness/data/conversations';
import { beginSession, signIn, type SignedInUser } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { generator, ModelChat, ModelNumbers, widen, wrongTie } from './desk-model';
import { emptyTables } from '../../harness/databases/empty-tables';

const MINUTE_MS = 60_000;
const SEEDS = [14, 22];
const STEPS = 100;
const NUMBERS = ['+12125550141', '+12125550142', '+12125550143'];
const NAMES = ['Anna Aal', 'Boris Buhl', 'Clara Cuno', 'Dora Dorn'];

describe('three channels, numbers that change owners, merges, and two colleagues', () => {
  let t: ServedApp;
  let team: SignedInUser[];
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());

  it.each(SEEDS)(
    'never mix customers, never answer twice or not at all, and lose nothing (seed %d)',
    async (seed) => {
      const random = generator(seed);
      const below = (n: number) => Math.floor(random() * n);
      const one = <Thing>(things: readonly Thing[]): Thing => things[below(things.length)] as Thing;
      let nowMs = Date.parse('2027-03-01T09:00:00Z') + seed * 86_400_000;
      const at = (ms: number) => t.clock.set(new Date((nowMs = ms)));
      at(nowMs);
      await emptyTables(
        t.panel,
        'conversations',
        'appointments',
        'clients',
        'client_merges',
        'client_changes',
      );
      [admin, ...team] = [
        await signIn(t),
        await signIn(t, { role: 'desk' }),
        await signIn(t, { role: 'operator' }),
      ];
      await setAgent(t, { agent_hours: 'any', enabled: true });
      const log: string[] = [];
      const chats = ['whatsapp', 'whatsapp', 'phone', 'phone', 'web', 'web'].map(
        (channel, place) => new ModelChat(`${seed}-${channel}-${place}`, channel),
      );
      const numbers = new ModelNumbers();
      const merges: ClientMergeDto[] = [];
      const off = new Set<string>();
      let isEnabled = true;
      let count = 0;

      const by = ({ bearer }: SignedInUser) => ({
        post: (path: string, body: object = {}) => t.http.post(path).set(bearer).send(body),
        patch: (path: string, body: object) => t.http.patch(path).set(bearer).send(body),
      });
      const clients = async () =>
        (
          (await t.http.get('/api/clients?limit=200').set(admin.bearer).expect(200))
            .body as PageDto<ClientDto>
        ).items;
      const conversations = async () =>
        (
          (await t.http.get('/api/conversations?limit=200').set(admin.bearer).expect(200))
            .body as PageDto<ConversationDto>
        ).items;
      const conversation = async (chat: ModelChat) =>
        (
          await t.http
            .get(`/api/conversations/${chat.id ?? ''}`)
            .set(admin.bearer)
            .expect(200)
        ).body as ConversationDto;
      const expectStatus = (answer: Response, status: number, what: string) => {
        log.push(`${what} → ${answer.status}`);
        if (answer.status === status) return;
        throw new Error(
          `${what}: ${answer.status} in place of ${status} ${answer.text}\n${log.slice(-25).join('\n')}`,
        );
      };
      const told = () => chats.filter(({ id }) => id !== null);
      const active = () => team.filter(({ id }) => !off.has(id));

      const ping = async (chat: ModelChat, body: object) => {
        const answer = await t.http
          .post('/api/conversations/ping')
          .set(AS_AGENT)
          .send({ chat_id: chat.chat_id, channel: chat.channel, ...body });
        if (answer.status !== 200) return answer;
        const { conversation_id, deliver } = answer.body as PingResultDto;
        chat.id = conversation_id;
        // The agent passes on what it was given, and confirms it.
        if (deliver.length > 0) {
          chat.delivered.push(...deliver.map(({ text }) => text));
          const delivered = deliver.map(({ id }) => id);
          await t.http
            .post('/api/conversations/ping')
            .set(AS_AGENT)
            .send({ chat_id: chat.chat_id, delivered })
            .expect(200);
        }
        return answer;
      };

      const steps: Record<string, () => Promise<void>> = {
        'the customer writes': async () => {
          const chat = one(chats);
          const text = `customer ${++count}`;
          const isNewNumber =
            chat.channel === 'web' ? random() < 0.1 : chat.phone === null || random() < 0.15;
          if (isNewNumber) chat.phone = one(NUMBERS);
          const contact = chat.phone === null ? {} : { contact: { phone: chat.phone } };
          const answer = await ping(chat, { ...contact, message: { role: 'user', text } });
          expectStatus(answer, 200, `${chat.chat_id} (${chat.phone ?? '–'}) writes`);
          chat.fromCustomer.push(text);
          if (!isEnabled && chat.status !== 'human') chat.status = 'needs_human';
          else if (chat.status === 'closed') chat.status = 'open';
        },
        'the agent answers': async () => {
          const chat = one(told());
          const text = `agent ${++count}`;
          const answer = await ping(chat, { message: { role: 'assistant', text } });
          const isRefused = chat.status === 'human' || !isEnabled;
          expectStatus(answer, isRefused ? 409 : 200, `the agent answers in ${chat.chat_id}`);
          if (isRefused) return;
          chat.fromAgent.push(text);
          // A person is called no more where only the agent's absence had called one.
          chat.status =
            (await conversation(chat)).status === 'open' && chat.status !== 'closed' ? 'open' : chat.status;
        },
        'the agent books': async () => {
          const chat = one(told());
          const starts_at = new Date(nowMs + (600 + ++count * 40) * MINUTE_MS).toISOString();
          const phone = chat.phone ?? one(NUMBERS);
          const booking = { chat_id: chat.chat_id, starts_at, client: { name: one(NAMES), phone } };
          const answer = await t.http.post('/api/appointments').set(AS_AGENT).send(booking);
          const isRefused = chat.status === 'human' || !isEnabled;
          expectStatus(answer, isRefused ? 409 : 201, `the agent books in ${chat.chat_id}`);
          if (!isRefused) chat.bookers.add((answer.body as { client_id: string }).client_id);
        },
        'a client is added': async () => {
          const body = { name: one(NAMES), phone: one(NUMBERS), allow_duplicate: true };
          expectStatus(await by(admin).post('/api/clients', body), 201, `${body.name} gets ${body.phone}`);
        },
        'a number changes': async () => {
          const all = await clients();
          if (all.length === 0) return;
          const { id, name } = one(all);
          const phone = random() < 0.3 ? null : one(NUMBERS);
          const body = { phone, allow_duplicate: true };
          expectStatus(
            await by(admin).patch(`/api/clients/${id}`, body),
            200,
            `${name} has ${phone ?? '–'} now`,
          );
        },
        'two become one': async () => {
          const all = await clients();
          if (all.length < 2) return;
          const kept = one(all);
          const merged = one(all.filter(({ id }) => id !== kept.id));
          const answer = await by(admin).post(`/api/clients/${kept.id}/merges`, { client_id: merged.id });
          expectStatus(answer, 201, `${merged.name} ${merged.id} into ${kept.name} ${kept.id}`);
          merges.push(answer.body as ClientMergeDto);
          numbers.merge(kept.id, merged);
          for (const chat of chats)
            for (const set of [chat.chosen, chat.bookers]) if (set) widen(set, kept.id, merged.id);
        },
        'a merge is undone': async () => {
          const known = new Set((await clients()).map(({ id }) => id));
          const last = merges.pop();
          if (last === undefined || !known.has(last.client_id)) return;
          const answer = await by(admin).post(`/api/clients/${last.client_id}/merges/${last.id}/undo`);
          expectStatus(answer, 200, `${last.merged.id} out of ${last.client_id}`);
          numbers.undo(last.merged.id);
        },
        'somebody takes over': async () => {
          const [chat, who] = [one(told()), one(active())];
          const force = random() < 0.3;
          const answer = await by(who).post(`/api/conversations/${chat.id ?? ''}/takeover`, { force });
          const isHeld = chat.status === 'human' && chat.holder !== null && chat.holder !== who.id;
          expectStatus(
            answer,
            isHeld && !force ? 409 : 200,
            `${who.id} takes ${chat.chat_id}, force ${force}`,
          );
          if (answer.status === 200) Object.assign(chat, { status: 'human', holder: who.id });
        },
        'somebody gives back': async () => {
          const [chat, who] = [one(told()), one(active())];
          const force = random() < 0.3;
          const answer = await by(who).post(`/api/conversations/${chat.id ?? ''}/handback`, {
            force,
            leave_undelivered: true,
          });
          const isHeld = chat.status === 'human' && chat.holder !== null && chat.holder !== who.id;
          expectStatus(
            answer,
            isHeld && !force ? 409 : 200,
            `${who.id} hands ${chat.chat_id} back, force ${force}`,
          );
          if (answer.status === 200 && chat.status !== 'closed') chat.status = 'open';
        },
        'somebody answers': async () => {
          const [chat, who] = [one(told()), one(active())];
          const [text, force] = [`team ${++count}`, random() < 0.2];
          const answer = await by(who).post(`/api/conversations/${chat.id ?? ''}/messages`, { text, force });
          const isHeld = chat.holder !== null && chat.holder !== who.id;
          const isRefused = chat.status !== 'human' || (isHeld && !force);
          expectStatus(answer, isRefused ? 409 : 201, `${who.id} answers in ${chat.chat_id}, force ${force}`);
          if (isRefused) return;
          chat.fromTeam.push(text);
          if (force) chat.holder = who.id;
        },
        'somebody closes': async () => {
          const chat = one(told());
          const answer = await by(one(active())).patch(`/api/conversations/${chat.id ?? ''}`, {
            status: 'closed',
          });
          expectStatus(answer, 200, `${chat.chat_id} is closed`);
          chat.status = 'closed';
        },
        'somebody ties': async () => {
          const all = await clients();
          const chat = one(told());
          const client = random() < 0.3 || all.length === 0 ? null : one(all);
          const body = { client_id: client?.id ?? null };
          const before = (await conversation(chat)).client_id;
          expectStatus(
            await by(one(active())).patch(`/api/conversations/${chat.id ?? ''}`, body),
            ...([200, `${chat.chat_id} is tied to ${client?.id ?? 'nobody'}`] as const),
          );
          // What stays as it is was not chosen anew.
          const isSame = before === body.client_id;
          if (isSame && (client === null || chat.chosen !== null)) return;
          Object.assign(chat, {
            isUntied: client === null,
            chosen: client === null ? null : new Set([client.id]),
          });
        },
        'a colleague is switched off or on': async () => {
          const who = one(team);
          const is_active = off.has(who.id);
          if (!is_active && off.size > 0) return;
          expectStatus(
            await by(admin).patch(`/api/users/${who.id}`, { is_active }),
            200,
            `${who.id} ${is_active}`,
          );
          if (is_active) {
            off.delete(who.id);
            Object.assign(who, await beginSession(t, who.id, who.email));
            return;
          }
          off.add(who.id);
          for (const chat of chats.filter(({ holder }) => holder === who.id)) {
            chat.holder = null;
            if (chat.status === 'human') chat.status = 'needs_human';
          }
        },
        'the agent is switched off or on': async () => {
          isEnabled = !isEnabled;
          await setAgent(t, { enabled: isEnabled });
          log.push(`the agent is ${isEnabled ? 'on' : 'off'}`);
        },
        'the agent is away for long': async () => {
          at(nowMs + 16 * MINUTE_MS);
          for (const who of [admin, ...active()])
            Object.assign(who, await beginSession(t, who.id, who.email));
          await t.app.get(AgentAbsenceService, { strict: false }).look();
          log.push('the agent was away');
          for (const chat of told()) {
            const { status, last_message_role } = await conversation(chat);
            // Whose last word is the customer's waits for nobody who is gone.
            if (chat.status === 'open' && status === 'needs_human' && last_message_role === 'user')
              chat.status = 'needs_human';
          }
        },
      };
      const often = ['the customer writes', 'the customer writes', 'the agent answers', 'somebody answers'];
      const names = [...Object.keys(steps), ...often];

      for (const chat of chats) {
        if (chat.channel !== 'web') chat.phone = one(NUMBERS);
        const contact = chat.phone === null ? {} : { contact: { phone: chat.phone } };
        expectStatus(
          await ping(chat, { ...contact, message: { role: 'user', text: 'Hello' } }),
          200,
          'begins',
        );
        chat.fromCustomer.push('Hello');
      }
      for (let step = 0; step < STEPS; step++) {
        at(nowMs + 1_000);
        await steps[one(names)]?.();
        const [all, listed] = [await clients(), await conversations()];
        for (const chat of chats) {
          const shown = listed.find(({ id }) => id === chat.id);
          if (shown === undefined) throw new Error(`${chat.chat_id} is gone`);
          const owners = chat.phone === null ? new Set<string>() : numbers.owners(chat.phone, all);
          const mistakes = [
            wrongTie(chat, shown, owners),
            ...(shown.status === chat.status || (shown.status === 'needs_human' && chat.status === 'open')
              ? []
              : [`is ${shown.status} in place of ${chat.status}`]),
            ...(chat.status !== 'human' || shown.assigned_to?.id === chat.holder || chat.holder === null
              ? []
              : ['is with somebody else']),
            ...(chat.status === 'human' && off.has(shown.assigned_to?.id ?? '')
              ? ['is with one who is off']
              : []),
          ].filter((mistake) => mistake !== null);
          if (mistakes.length > 0)
            throw new Error(
              `${chat.chat_id} ${mistakes.join(', ')}: ${JSON.stringify({ ...shown, owners: [...owners] })}\n${log.slice(-25).join('\n')}`,
            );
          if (chat.status === 'open') chat.status = shown.status;
        }
      }

      await setAgent(t, { enabled: true });
      Object.assign(admin, await beginSession(t, admin.id, admin.email));
      for (const chat of chats) {
        await ping(chat, {});
        const { items } = await new Conversations(t, admin).messages(chat.id ?? '', { limit: 200 });
        const texts = (role: string) =>
          items.filter((item) => item.role === role).map(({ message }) => message);
        expect(texts('user')).toEqual(chat.fromCustomer);
        expect(texts('assistant')).toEqual(chat.fromAgent);
        expect(texts('operator')).toEqual(chat.fromTeam);
        expect(chat.delivered).toEqual(chat.fromTeam);
      }
    },
  );
});
