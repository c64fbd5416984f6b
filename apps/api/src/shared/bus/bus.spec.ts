import { Injectable } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Bus } from './bus';
import { On, Topic } from './topic';

const GREETED = new Topic<{ name: string }, string>('greeted');
const UNHEARD = new Topic<{ name: string }, void>('unheard');
const called: string[] = [];

@Injectable()
class First {
  @On(GREETED)
  async greet({ name }: { name: string }): Promise<string> {
    called.push('first');
    if (name === '') throw new Error('Nobody.');
    return `Hello ${name}`;
  }
}

@Injectable()
class Second {
  @On(GREETED)
  async answer({ name }: { name: string }): Promise<string> {
    called.push('second');
    return `${name}!`;
  }
}

describe('the bus', () => {
  let bus: Bus;

  beforeAll(async () => {
    const module = Test.createTestingModule({ imports: [DiscoveryModule], providers: [Bus, First, Second] });
    bus = (await (await module.compile()).init()).get(Bus);
  });
  beforeEach(() => called.splice(0));
  // Applications of other tests have no handlers of these.
  afterAll(() => [GREETED, UNHEARD].forEach((topic) => Topic.all.delete(topic)));

  it('calls each handler and brings their answers', async () => {
    expect(await bus.tell(GREETED, { name: 'Jana' })).toEqual(['Hello Jana', 'Jana!']);
  });

  it('stops at the first that fails, as a transaction does', async () => {
    await expect(bus.tell(GREETED, { name: '' })).rejects.toThrow('Nobody.');
    expect(called).toEqual(['first']);
  });

  it('refuses a start in which nobody handles a topic', () => {
    expect(() => bus.demandHandlers()).toThrow(/^No method has @On\(\) for .*unheard/);
    expect(() => bus.demandHandlers()).not.toThrow('greeted');
  });
});
