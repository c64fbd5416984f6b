import 'reflect-metadata';
import { ROLES, type Role } from '@groupless/shared-dto';
import {
  ACCESS,
  RequiresMemoryRole,
  RequiresRole,
  RequiresScope,
  RequiresScopes,
  RequiresUser,
  satisfies,
  type AccessPolicy,
} from './access.decorators';
import type { Caller } from './caller';
import { SCOPES, type Scope } from './scopes';

const user = (role: Role): Caller => ({ kind: 'user', id: '1', name: 'Ada', role, session_id: '2' });
const key = (...scopes: Scope[]): Caller => ({ kind: 'key', id: 'a', name: 'a key', scopes });

function policyOf(decorator: ClassDecorator): Extract<AccessPolicy, { kind: 'caller' }> {
  // Decorators look at the prototype, which an arrow function has none of.
  function target(): void {
    return undefined;
  }
  decorator(target);
  const policy = Reflect.getMetadata(ACCESS, target) as AccessPolicy;
  if (policy.kind !== 'caller') throw new Error(policy.kind);
  return policy;
}

/** Who gets in, of all roles and of keys with one scope each. */
function letIn(decorator: ClassDecorator): (Role | Scope)[] {
  const policy = policyOf(decorator);
  return [
    ...ROLES.filter((role) => satisfies(user(role), policy)),
    ...SCOPES.filter((scope) => satisfies(key(scope), policy)),
  ];
}

describe('a policy', () => {
  it.each<[string, ClassDecorator, (Role | Scope)[]]>([
    ['viewer', RequiresRole('viewer'), ['viewer', 'desk', 'operator', 'admin', 'panel:read', 'panel:write']],
    [
      'the memory',
      RequiresMemoryRole('viewer'),
      ['viewer', 'operator', 'admin', 'panel:read', 'panel:write'],
    ],
    ['its writers', RequiresMemoryRole('operator', 'memory'), ['operator', 'admin', 'memory', 'panel:write']],
    ['operator', RequiresRole('operator'), ['desk', 'operator', 'admin', 'panel:write']],
    ['admin', RequiresRole('admin'), ['admin']],
    ['admin or workflows', RequiresRole('admin', 'workflows'), ['admin', 'workflows']],
    [
      'operator or agent',
      RequiresRole('operator', 'agent'),
      ['desk', 'operator', 'admin', 'agent', 'panel:write'],
    ],
    ['any user', RequiresUser(), ['viewer', 'desk', 'operator', 'admin']],
    ['a scope', RequiresScope('session:read'), ['session:read']],
  ])('of %s lets in who it says, and nobody else', (_, decorator, expected) => {
    expect(letIn(decorator)).toEqual(expected);
  });

  it('of several scopes lets in a key that has them all, and nobody else', () => {
    const decorator = RequiresScopes('session:read', 'account:activate');
    expect(letIn(decorator)).toEqual([]);
    const policy = policyOf(decorator);
    expect(satisfies(key('session:write', 'account:activate', 'session:read'), policy)).toBe(true);
    expect(satisfies(key('session:write', 'account:activate'), policy)).toBe(false);
  });
});
