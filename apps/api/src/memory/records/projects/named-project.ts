import { AppError } from '../../../platform/errors/app-error';
import { maskSecrets } from '@groupless/shared-dto/memory/masked-text';
import { isProjectFor } from '../../readers/reader';
import { identityOf } from './identities/identity';

/** A project to which rows belong. */
export interface ScopedProject {
  id: number;
  name: string;
  /** The only user who sees it; null: everybody does. */
  private_to: string | null;
}

export interface NamedProject {
  id: string;
  name: string;
  is_identity: boolean;
  private_to: string | null;
}

/** The projects that a name can mean for the reader $4: by the name as it was sent or is stored, by the identity, or by the name without case. */
export const FIND_NAMED_PROJECTS = {
  name: 'find_named_projects',
  text: `
    select id, name, private_to, coalesce(id = known.project_id, false) as is_identity
    from assistant_projects left join (
      select project_id from project_identities where text_digest(identity) = text_digest($3) and identity = $3
    ) as known on true
    where (name in ($1, $2) or id = known.project_id or folded_name(name) = folded_name($1)) and ${isProjectFor('private_to', '$4')}
    order by id`,
};

/** The values of the statement: a name as it is stored, with its secrets masked, as it was sent, and as an identity; the reader. */
export function namedBy(
  name: string,
  owner: string,
): [stored: string, sent: string, identity: string, owner: string] {
  return [storedName(name), name, identityOf(name), owner];
}

function storedName(name: string): string {
  return maskSecrets(name).text;
}

/**
 * Of the projects that a name can mean, the one that it means: the one of exactly this name, else that of this identity,
 * else the only one of this name without case. Null: none.
 * @throws AppError `project_ambiguous`
 */
export function projectNamed(name: string, found: readonly NamedProject[]): ScopedProject | null {
  // Its name may be from before this shape of a secret was known.
  const meant =
    found.find((one) => one.name === name) ??
    found.find((one) => one.name === storedName(name)) ??
    found.find(({ is_identity }) => is_identity);
  const [only, ...others] = meant === undefined ? found : [meant];
  if (only === undefined) return null;
  if (others.length === 0) return { id: Number(only.id), name: only.name, private_to: only.private_to };
  throw new AppError(
    'project_ambiguous',
    'Several projects have this name, in other letters. Write the name exactly, or the identity of the project.',
    { members: { suggestions: found.map((one) => one.name) } },
  );
}
